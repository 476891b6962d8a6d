import { call, describeAnswer } from '../../tests/faults/calls.ts';

/** What a visitor saw who reads the catalogue all the time. */
export interface ReadsRecord {
  reads: number;
  /** Responses other than the catalogue. */
  failed: string[];
  /** The longest time without a catalogue, in milliseconds. */
  longestGapMs: number;
}

/** The pause between two reads. */
const PAUSE_MS = 20;

/** Lets a visitor read the catalogue, one request after the other. */
export const startReads = (url: string): { stop(): Promise<ReadsRecord> } => {
  const record: ReadsRecord = { reads: 0, failed: [], longestGapMs: 0 };
  let reading = true;
  const read = async () => {
    let last = performance.now();
    while (reading) {
      const answer = await call(`${url}/api/inventory-data`);
      record.reads += 1;
      if (answer.status !== 200) record.failed.push(describeAnswer('catalogue', answer));
      const now = performance.now();
      record.longestGapMs = Math.max(record.longestGapMs, now - last);
      if (answer.status === 200) last = now;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const done = read();
  return {
    stop: async () => {
      reading = false;
      await done;
      return record;
    },
  };
};
