/**
 * A report of Stryker, as far as scores need it (the mutation testing report schema).
 *
 * @typedef {{files: Record<string, {mutants: {status: string}[]}>}} MutationReport
 */

/** @typedef {{file: string, score: number}} FileScore */

/** The tests noticed the mutant: one failed, or the mutant ran without end. */
const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];

/**
 * The share of its mutants that the tests of each file notice, in percent, the lowest first. Mutants that are disabled
 * or do not compile do not count, and a file without any other mutants has no score.
 *
 * @param {MutationReport} report
 * @returns {FileScore[]}
 */
export const scoresByFile = ({ files }) =>
  Object.entries(files)
    .map(([file, { mutants }]) => {
      const count = (/** @type {string[]} */ statuses) =>
        mutants.filter(({ status }) => statuses.includes(status)).length;
      return { file, noticed: count(NOTICED), unnoticed: count(UNNOTICED) };
    })
    .filter(({ noticed, unnoticed }) => noticed + unnoticed > 0)
    .map(({ file, noticed, unnoticed }) => ({ file, score: (100 * noticed) / (noticed + unnoticed) }))
    .sort((a, b) => a.score - b.score);

/**
 * The files whose score is below a bar, in percent.
 *
 * @param {FileScore[]} scores
 * @param {number} bar
 */
export const filesBelow = (scores, bar) => scores.filter(({ score }) => score < bar);
