import { CommandFailed, runNpm } from '../child-process.mjs';

/**
 * Asks the registry for known weaknesses of the packages that a release has or its pages are built from. It never fails:
 * whether one stops a release, a person decides (SECURITY.md says how soon it has to go).
 *
 * @returns {Promise<string[]>} lines for a person
 */
export const askForWeaknesses = async () => {
  try {
    return linesOf(await runNpm(['audit', '--omit=dev', '--json']));
  } catch (error) {
    // The code of npm is not 0 if it found something, and if it could not ask.
    if (error instanceof CommandFailed) return linesOf(error.output);
    throw error;
  }
};

/**
 * @param {string} output what `npm audit --json` has written, with its warnings
 * @returns {string[]}
 */
export const linesOf = (output) => {
  const report = reportIn(output);
  if (!report?.vulnerabilities) {
    const reason = report?.message ?? (output.trim().split('\n').at(-1) || 'no answer');
    return [
      `The registry did not say whether a package has a known weakness (${reason}). Ask again: npm audit --omit=dev`,
    ];
  }
  const found = Object.values(report.vulnerabilities);
  if (found.length === 0) return ['No package has a known weakness.'];
  return found.map(
    ({ name, severity, fixAvailable }) =>
      `${name} has a known weakness (${severity}). ${fixAvailable ? 'A newer version is without it' : 'No version is without it yet'}.`,
  );
};

/**
 * @param {string} output
 * @returns {{message?: string, vulnerabilities?: Record<string, {name: string, severity: string, fixAvailable: unknown}>} | null}
 */
const reportIn = (output) => {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    return null;
  }
};
