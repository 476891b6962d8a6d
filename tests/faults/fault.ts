import { appendFileSync } from 'node:fs';
import { call } from './calls.ts';
import type { FaultShop } from './fault-shop.ts';
import { type Load, startLoad } from './load.ts';
import { compareOrders, type ReadRows, readSavedOrders } from './saved.ts';
import { waitUntil } from './wait.ts';

interface Fault {
  /** Names the fault in the report. */
  name: string;
  shop: FaultShop;
  /** Reads the database that must hold everything afterwards. */
  readRows: ReadRows;
  /** True if calls may get no response, because the shop itself is killed. */
  mayBreak?: boolean;
  /**
   * Causes the fault and undoes it. Returns the time from which the database accepts writes again. Problems that it sees
   * are added to the list.
   */
  cause: (load: Load, problems: string[]) => Promise<number>;
}

/** As many acknowledged calls show that the load is at work. */
const AT_WORK = 40;

/**
 * Lets members order, causes a fault, undoes it, and waits until everybody can order again. Returns a sentence for each
 * problem. There is none if the shop came through the fault:
 *
 * - its process did not end,
 * - every call got a response, and one that a member may see,
 * - writes work again,
 * - what was acknowledged is in the database, and nothing that was refused,
 * - `shop check` finds nothing.
 */
export const problemsAfterFault = async ({ name, shop, readRows, mayBreak, cause }: Fault): Promise<string[]> => {
  const problems: string[] = [];
  const before = await readSavedOrders(readRows);
  const load = startLoad(shop);
  let recoveryMs: number | null = null;
  try {
    await load.acknowledged(AT_WORK);
    const since = await cause(load, problems);
    recoveryMs = await load.recovery(since);
    if (recoveryMs === null) problems.push('Writes did not work again.');
    else problems.push(...(await problemsOfReadiness(shop)));
  } catch (error) {
    problems.push((error as Error).message);
  }
  const record = await load.stop();
  const ended = shop.ended();
  const logged = errorsLogged(shop.output());
  if (ended !== null) {
    problems.push(`The shop's process ended with ${ended}.`);
    await shop.restart();
  }
  const { slowestMs, broken, unexpected } = record;
  if (broken.length > 0 && !mayBreak) problems.push(`Calls got no answer: ${counted(broken)}.`);
  if (unexpected.length > 0) problems.push(`Unexpected answers: ${counted(unexpected)}. Logged: ${logged.join(', ')}`);
  const { lost, extra } = compareOrders(record.members, before, await readSavedOrders(readRows));
  if (lost > 0) problems.push(`${lost} of ${record.acknowledged} acknowledged writes are lost.`);
  if (extra > 0) problems.push(`${extra} writes were saved twice, or although they were refused.`);
  problems.push(...(await problemsOfCheck(shop)));
  report({ fault: name, ended, slowestMs, recoveryMs, acknowledged: record.acknowledged, lost, extra, problems });
  return problems;
};

/** The errors in the log of a shop, each once. */
const errorsLogged = (output: string): string[] => [
  ...new Set([...output.matchAll(/^\{.*"err":\{.*?"message":("(?:[^"\\]|\\.)*")/gm)].map(([, message]) => message!)),
];

/** Runs `shop check`. */
export const problemsOfCheck = async (shop: FaultShop): Promise<string[]> => {
  const { output, failed } = await shop.command(['check']);
  return failed ? [`shop check found problems: …${output.slice(-500)}`] : [];
};

/** /readyz follows the database. */
const problemsOfReadiness = async (shop: FaultShop): Promise<string[]> => {
  const isReady = async () => (await call(`${shop.url}/readyz`)).status === 200;
  return waitUntil(isReady).then(
    () => [],
    () => ['/readyz did not say 200 again.'],
  );
};

/** "3 × add: 500 internal" for each kind of response. */
const counted = (answers: readonly string[]): string =>
  [...new Set(answers)].map((answer) => `${answers.filter((each) => each === answer).length} × ${answer}`).join(', ');

/** Adds one line of JSON about a fault to the file that FAULTS_REPORT names. */
const report = (line: object): void => {
  const file = process.env.FAULTS_REPORT;
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
};
