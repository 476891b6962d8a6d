import type { ImportProblem } from './import-rows.ts';
import { MOST_ALIKE, MOST_PLACES } from './problem-list.ts';
import { formatCount } from './text.ts';

/** The kind of a problem: its column and message, without the values that were found. */
export const problemKind = ({ column, message }: Pick<ImportProblem, 'column' | 'message'>): string =>
  `${column ?? ''}: ${message.replace(/"[^"]*"/g, '""').replace(/\d[\d.,]*/g, '0')}`;

/** Problems that are alike, as one. */
export interface ProblemGroup extends Pick<ImportProblem, 'column' | 'message'> {
  rows: number[];
  /** The first other values that were found, in quotes. */
  others: string[];
}

const MOST_OTHERS = 3;

/** The problems of rows in the order of the file. More than a few that are alike are one. */
export const groupProblems = (problems: readonly ImportProblem[]): ProblemGroup[] => {
  const byKind = new Map<string, { of: ProblemGroup; alone: ProblemGroup[] }>();
  const all: { kind: string; alone: ProblemGroup }[] = [];
  for (const problem of problems) {
    if (problem.row === null) continue;
    const kind = problemKind(problem);
    const { row, column, message } = problem;
    const alone = { column, message, rows: [row], others: [] };
    const group = byKind.get(kind);
    if (group === undefined) byKind.set(kind, { of: { ...alone, rows: [row], others: [] }, alone: [alone] });
    else {
      group.of.rows.push(row);
      group.alone.push(alone);
      addOther(group.of, message);
    }
    all.push({ kind, alone });
  }
  return all.flatMap(({ kind, alone }) => {
    const group = byKind.get(kind)!;
    if (group.of.rows.length <= MOST_ALIKE) return [alone];
    return group.alone[0] === alone ? [group.of] : [];
  });
};

const addOther = ({ message: first, others }: ProblemGroup, message: string): void => {
  const value = /"[^"]*"/.exec(message)?.[0];
  if (value === undefined || others.length === MOST_OTHERS) return;
  if (!first.includes(value) && !others.includes(value)) others.push(value);
};

/** Where else a problem is: "299 more: rows 3, 4, 5, 6, 7, …". */
export const othersInWords = ({ rows: [, ...others] }: Pick<ProblemGroup, 'rows'>): string =>
  `${formatCount(others.length)} more: rows ${others.slice(0, MOST_PLACES).join(', ')}${others.length > MOST_PLACES ? ', …' : ''}`;
