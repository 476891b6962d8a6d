import { divide } from './divide.ts';
import type { Call, History } from './history.ts';

/** What a checked history shows. */
export interface Findings {
  /** A sentence for each object whose answers no order of the calls explains, or for which the search took too long. */
  violations: string[];
  /** Acknowledged calls of which the database knows nothing. */
  lost: number;
  /** The number of objects, and of their calls. */
  objects: number;
  operations: number;
}

/** Checks a history: every object for an order of its calls, and every acknowledged call for its trace in the database. */
export const checkHistory = (history: History): Findings => {
  const decided = divide(history).decideAll();
  const lost = lostCalls(history);
  const violations = decided.flatMap(({ name, operations, verdict }) => {
    if (verdict.outcome === 'explained') return [];
    if (verdict.outcome === 'undecided') return [`${name}: no order of its ${operations} calls was found in time.`];
    return [
      `${name}: no order explains its ${operations} calls. With ${verdict.state}, this is impossible: ${verdict.stuckAt}.`,
    ];
  });
  return {
    violations: [
      ...violations,
      ...lost.map(({ ask, key }) => `${traceOf(ask.kind)} of an acknowledged ${ask.kind} (${key}) is missing.`),
    ],
    lost: lost.length,
    objects: decided.length,
    operations: decided.reduce((sum, { operations }) => sum + operations, 0),
  };
};

const traceOf = (kind: Call['ask']['kind']): string => (kind === 'confirm' ? 'The receipt' : 'The key');

/** Acknowledged calls with a key leave it in the database, and orders leave a receipt. */
const lostCalls = ({ calls, after }: History): Call[] => {
  const orders = new Set([...after.receipts.values()].map(({ key }) => key));
  return calls.filter(
    ({ ask, key, outcome }) =>
      outcome === 'ok' && key !== null && !(ask.kind === 'confirm' ? orders : after.keys).has(key),
  );
};
