import { createInterface } from 'node:readline/promises';
import { CommandError } from './with-shop.ts';

/** Asks at the terminal. @throws CommandError without one, or unless "y" is typed */
export const confirm = async (question: string): Promise<void> => {
  if (!process.stdin.isTTY) throw new CommandError('There is no terminal to ask at. Add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} (y/n) `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.');
};
