import type { ImportProblem } from './import-rows.ts';
import { MOST_ALIKE, MOST_PLACES } from './problem-list.ts';
import { formatCount } from './text.ts';

/** The kind of a problem: its column and message, without the values that were found. */
export const problemKind = ({ column, message }: Pick<ImportProblem, 'column' | 'message'>): string =>
  `${column ?? ''}: ${message.replace(/"[^"]*"/g, '""').replace(/\d[\d.,]*/g, '0')}`;

/** Problems that are alike, as one. */
export interface ProblemGroup extends Pick<ImportProblem, 'column' | 'message'> {
  rows: readonly number[];
}

/** The problems of rows in the order of the file. More than a few that are alike are one. */
export const groupProblems = (problems: readonly ImportProblem[]): ProblemGroup[] => {
  const byKind = new Map<string, { first: ImportProblem; rows: number[] }>();
  for (const problem of problems) {
    if (problem.row === null) continue;
    const kind = problemKind(problem);
    const group = byKind.get(kind) ?? { first: problem, rows: [] };
    group.rows.push(problem.row);
    byKind.set(kind, group);
  }
  const isAlone = (problem: ImportProblem) => byKind.get(problemKind(problem))!.rows.length <= MOST_ALIKE;
  return problems.flatMap((problem): ProblemGroup[] => {
    const { row, column, message } = problem;
    if (row === null) return [];
    if (isAlone(problem)) return [{ column, message, rows: [row] }];
    const { first, rows } = byKind.get(problemKind(problem))!;
    return first === problem ? [{ column, message, rows }] : [];
  });
};

/** The first rows of a group: "2, 3, 4, 5, 6 and 295 more". */
export const rowsInWords = (rows: readonly number[]): string => {
  const more = rows.length - MOST_PLACES;
  return `${rows.slice(0, MOST_PLACES).join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
};
