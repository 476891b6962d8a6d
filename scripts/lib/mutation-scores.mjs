/**
 * The part of a Stryker report that the scores need (mutation testing report schema).
 *
 * @typedef {{files: Record<string, {mutants: {status: string}[]}>}} MutationReport
 */

/** @typedef {{file: string, score: number}} FileScore */

/** A test failed, or the mutant ran without end. */
const DETECTED = ['Killed', 'Timeout'];
const UNDETECTED = ['Survived', 'NoCoverage'];

/**
 * Returns the percentage of mutants that the tests detect in each file, the lowest first. Mutants that are disabled or
 * do not compile do not count. A file without any other mutants has no score.
 *
 * @param {MutationReport} report
 * @returns {FileScore[]}
 */
export const scoresByFile = ({ files }) =>
  Object.entries(files)
    .map(([file, { mutants }]) => {
      const count = (/** @type {string[]} */ statuses) =>
        mutants.filter(({ status }) => statuses.includes(status)).length;
      return { file, detected: count(DETECTED), undetected: count(UNDETECTED) };
    })
    .filter(({ detected, undetected }) => detected + undetected > 0)
    .map(({ file, detected, undetected }) => ({ file, score: (100 * detected) / (detected + undetected) }))
    .sort((a, b) => a.score - b.score);

/**
 * Returns the files whose score is below a bar, in percent.
 *
 * @param {FileScore[]} scores
 * @param {number} bar
 */
export const filesBelow = (scores, bar) => scores.filter(({ score }) => score < bar);
