import { type ChainEnd, type ChainFault, faultOf, NO_ENTRIES } from '#domain/audit-chain.ts';
import { counted } from '#domain/text.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Db } from '../../db/types.ts';
import { type ChainRow, entryOf, findStoredEnd, findWaiting, readWholeChain, sha256 } from './chain.queries.ts';
import type { ShownSettings } from './explained.queries.ts';
import { type CheckedRule, checkExplained } from './explained.ts';
import { countForgottenTexts, TextCheck } from './text-check.ts';

/** The first entry that does not fit the one before it. */
export interface ChainProblem {
  seq: number;
  id: number;
  kind: string;
  fault: ChainFault;
}

export interface CheckedChain {
  /** How many entries there are, and the hash of the last one, as stored. */
  end: ChainEnd;
  problem: ChainProblem | null;
}

/** Checks the whole chain, page by page. `look` sees every entry too. */
export const checkChain = async (db: Db, look: (row: ChainRow) => void = () => {}): Promise<CheckedChain> => {
  let end = NO_ENTRIES;
  let problem: ChainProblem | null = null;
  for await (const rows of readWholeChain(db)) {
    for (const row of rows) {
      const entry = entryOf(row, row.seq!);
      const fault: ChainFault | null = problem ? null : faultOf(sha256, end, entry, row.hash);
      if (fault) problem = { seq: entry.seq, id: entry.id, kind: entry.kind, fault };
      end = { entries: entry.seq, lastHash: row.hash ?? '' };
      look(row);
    }
    // Lets other work in between: SQLite reads without waiting.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { end, problem };
};

const FAULTS: Readonly<Record<ChainFault, string>> = {
  gap: 'entries before it are missing',
  place_taken: 'its place is not its own',
  altered: 'it is not what was chained here',
};

export const describeProblem = ({ seq, id, kind, fault }: ChainProblem): string =>
  `entry ${seq} (id ${id}, ${kind}): ${FAULTS[fault]}`;

export const describeEnd = ({ entries, lastHash }: ChainEnd): string =>
  `${counted(entries, 'entry', 'entries')}, last hash ${lastHash || 'none'}`;

/** Entries are chained within a second. One that waits this long is a problem. */
const LONGEST_WAIT_MS = 60_000;

const NOT_EXPLAINED = 'ok   Roles, suspensions and wallets are not explained yet: the next start does it';

/**
 * Checks the evidence at one moment (behavior 3.14): the chain, its end, entries that wait, the names and addresses, and
 * whether the shop is as the evidence says. Returns one line per rule, with the problems below, and whether all rules hold.
 */
export const checkEvidence = (
  database: ShopDatabase,
  { now, shown = {} }: { now: number; shown?: ShownSettings },
): Promise<{ lines: string[]; well: boolean }> =>
  database.atOneMoment(async (db) => {
    const texts = new TextCheck(await countForgottenTexts(db));
    const { end, problem } = await checkChain(db, (row) => texts.look(row));
    const explained = await checkExplained(db, shown);
    const rules: readonly CheckedRule[] = [
      ['Every entry of the evidence fits the one before it', problem ? [describeProblem(problem)] : []],
      ['The evidence ends with the entry that was chained last', endProblems(end, await findStoredEnd(db))],
      ['Every entry of the evidence was chained within a minute', await waitProblems(db, now)],
      ['Every name and address of the evidence fits its digest', texts.wrong],
      ['No name or address of the evidence is missing, except for deleted accounts', texts.missing],
      ...(explained ?? []),
    ];
    const lines = rules.flatMap(([rule, problems]) => linesOf(rule, problems));
    return {
      lines: [...lines, ...(explained ? [] : [NOT_EXPLAINED]), `     ${describeEnd(end)}`],
      well: rules.every(([, problems]) => problems.length === 0),
    };
  });

const SHOWN_PROBLEMS = 10;

const linesOf = (rule: string, problems: readonly string[]): string[] => [
  `${problems.length === 0 ? 'ok  ' : 'FAIL'} ${rule}`,
  ...problems.slice(0, SHOWN_PROBLEMS).map((problem) => `     ${problem}`),
  ...(problems.length > SHOWN_PROBLEMS ? [`     and ${problems.length - SHOWN_PROBLEMS} more`] : []),
];

const endProblems = (end: ChainEnd, stored: ChainEnd | null): string[] => {
  const { entries, lastHash } = stored ?? NO_ENTRIES;
  return entries === end.entries && lastHash === end.lastHash
    ? []
    : [`chained last: ${describeEnd(stored ?? NO_ENTRIES)}`];
};

const waitProblems = async (db: Db, now: number): Promise<string[]> => {
  const { count, oldest } = await findWaiting(db);
  if (oldest === null || now - oldest <= LONGEST_WAIT_MS) return [];
  return [`${counted(count, 'entry waits', 'entries wait')} since ${new Date(oldest).toISOString()}`];
};
