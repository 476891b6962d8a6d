import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createRandom } from '#demo/random.ts';
import { readCatalogue } from '../../../tests/e2e/shop-api.ts';
import { problemsOfCheck } from '../../../tests/faults/fault.ts';
import { waitUntil } from '../../../tests/faults/wait.ts';
import { checkHistory, type Findings } from '../checker/check.ts';
import type { Call, History, Snapshot } from '../checker/history.ts';
import type { Cause } from './faults.ts';
import { DEFAULT_MARKUP, isLimited, MOST_LIMITED, type Place } from './place.ts';
import { readSnapshot } from './snapshot.ts';
import { startWorkload } from './workload.ts';

interface Round {
  /** Callers and the moment of the fault choose by it. */
  seed: string;
  cause: Cause;
  /** Calls may get no answer, because the shop itself is killed. */
  mayBreak?: boolean;
  /** Another address of the shop for the callers. */
  url?: string;
  /** Where the history is written, one line of JSON for each call. */
  historyFile?: string;
}

/** What a round showed. */
export interface RoundResult {
  ok: number;
  refused: number;
  unknown: number;
  recoveryMs: number | null;
  findings: Findings;
  /** Everything that is wrong, as sentences: the checker's violations first. */
  problems: string[];
}

/** Everybody works for so many acknowledged calls before the fault, and after it. */
const BEFORE = { least: 40, most: 140 };
const AFTERWARDS = 40;

/**
 * Lets members and admins work, causes a fault at some moment, undoes it, and lets them work on. Then checks the recorded
 * calls: that an order of them explains every answer and the database, that nothing acknowledged is lost, that every call
 * ended in time, that the catalogue follows, and that `shop check` finds nothing.
 */
export const runRound = async (place: Place, { seed, cause, historyFile, ...round }: Round): Promise<RoundResult> => {
  const { shop, readRows } = place;
  const random = createRandom(`${seed} fault`);
  const problems: string[] = [];
  const before = await readSnapshot(readRows);
  const workload = startWorkload(place, { seed, mayBreak: false, ...round });
  let recoveryMs: number | null = null;
  try {
    await workload.acknowledged(random.whole(BEFORE.least, BEFORE.most));
    const since = await cause(place, workload, random, problems);
    recoveryMs = await workload.recovery(since);
    if (recoveryMs === null) problems.push('Not everybody could work again.');
    await workload.acknowledged(AFTERWARDS);
  } catch (error) {
    problems.push((error as Error).message);
  }
  const { calls, problems: seen, members } = await workload.stop();
  if (shop.ended() !== null) {
    problems.push(`The shop's process ended with ${shop.ended()}.`);
    await shop.restart();
  }
  await untilQuiet(place);
  const after = await readSnapshot(readRows);
  const history = historyOf(place, { calls, before, after, members });
  if (historyFile) writeHistory(historyFile, calls);
  const findings = checkHistory(history);
  problems.push(...counted(seen), ...(await problemsOfCatalogue(place, after)), ...(await problemsOfCheck(shop)));
  const count = (outcome: Call['outcome']) => calls.filter((call) => call.outcome === outcome).length;
  return {
    ok: count('ok'),
    refused: count('refused'),
    unknown: count('unknown'),
    recoveryMs,
    findings,
    problems: [...findings.violations, ...problems],
  };
};

const historyOf = ({ products }: Place, seen: Pick<History, 'calls' | 'before' | 'after' | 'members'>): History => ({
  ...seen,
  products: new Map(products.map(({ id, file }) => [id, file.name])),
  limit: { products: new Set(products.filter(isLimited).map(({ id }) => id)), most: MOST_LIMITED },
  defaultMarkup: DEFAULT_MARKUP,
});

/** Waits until nothing that the shop has begun still runs in PostgreSQL. On SQLite nothing outlives its answer. */
const untilQuiet = async ({ server }: Place): Promise<void> => {
  if (!server) return;
  const isQuiet = async () => {
    const busy = await server.query("select 1 from pg_stat_activity where datname = 'shop' and state <> 'idle'");
    return busy.length === 0;
  };
  await waitUntil(isQuiet, { what: 'PostgreSQL was idle' });
};

const problemsOfCatalogue = async ({ shop, products }: Place, { items }: Snapshot): Promise<string[]> => {
  const isCurrent = async () => {
    const shown = new Map((await readCatalogue(shop)).map(({ id, quantity }) => [id, quantity]));
    return products.every(({ id }) => {
      const { stock, reserved } = items.get(id)!;
      return (shown.get(id) ?? 0) === Math.max(0, stock - reserved);
    });
  };
  return waitUntil(isCurrent, { interval: 50 }).then(
    () => [],
    () => ['The catalogue does not show the present stock.'],
  );
};

const writeHistory = (file: string, calls: readonly Call[]): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, calls.map((call) => `${JSON.stringify(call)}\n`).join(''));
};

/** "3 × confirm: 500 internal" for each kind of problem. */
const counted = (problems: readonly string[]): string[] =>
  [...new Set(problems)].map((problem) => `${problems.filter((each) => each === problem).length} × ${problem}`);
