import { createInterface } from 'node:readline/promises';
import { chainEntries } from '../features/audit/chain.service.ts';
import { readEnvironment } from '../settings.ts';
import { createShop, type Shop } from '../shop.ts';
import { refuseMoved } from '../start/engine.ts';
import { updateDatabase } from '../start/update.ts';

/** A command that cannot be done. The message is everything a person needs to read. */
export class CommandError extends Error {}

interface CommandOptions {
  /** The command only looks, so there is nothing to chain. */
  readsOnly?: boolean;
  /** It may run on an embedded database that was moved to PostgreSQL. */
  onMoved?: boolean;
}

/** Runs one command on the shop of the environment's settings. A server may run at the same time (behavior 1.3). */
export const withShop = async <Result>(
  work: (shop: Shop) => Promise<Result>,
  { readsOnly = false, onMoved = false }: CommandOptions = {},
): Promise<Result> => {
  const environment = readEnvironment(process.env);
  if (!onMoved) await refuseMoved(environment.settings);
  const shop = await createShop(environment, { work: 'commands' });
  try {
    await updateDatabase(shop);
    await shop.currentSettings.load(shop.database);
    const result = await work(shop);
    // A server may not be running, and what a command does is evidence too.
    if (!readsOnly) await chainEntries(shop.database);
    return result;
  } finally {
    await shop.jobs.close();
    await shop.database.close();
  }
};

/** Asks at the terminal for a text. */
export const ask = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return answer.trim();
};

/** Asks at the terminal. @throws CommandError without one, or unless "y" is typed */
export const confirm = async (question: string): Promise<void> => {
  if (!process.stdin.isTTY) throw new CommandError('There is no terminal to ask at. Add --yes.');
  if (!/^y(es)?$/i.test(await ask(`${question} (y/n) `))) throw new CommandError('Nothing was changed.');
};
