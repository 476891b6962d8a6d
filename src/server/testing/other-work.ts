import { setImmediate } from 'node:timers/promises';

/** How many times other work of the process had its turn while this was running. */
export const otherWorkDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns++) await setImmediate();
  })();
  await work();
  isOver = true;
  await others;
  return turns;
};
