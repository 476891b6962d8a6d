import { expect, test } from 'vitest';
import { ENGINES } from '../../tests/faults/shop-on-engine.ts';
import { CAUSES } from './rounds/faults.ts';
import { openPlace } from './rounds/place.ts';
import { runRound } from './rounds/round.ts';

// The short form of `npm run faults`, which also runs the other faults in this way, and new seeds each time.

const ROUNDS = 2;
/** Generous, for a busy machine. */
const TIMEOUT_MS = 600_000;

for (const engine of ENGINES) {
  test(
    `[${engine}] a shop that is killed ${ROUNDS} times while everybody works keeps every promise`,
    async () => {
      const place = await openPlace(engine);
      try {
        for (let round = 1; round <= ROUNDS; round++) {
          const seed = `test ${engine} kill ${round}`;
          const { problems } = await runRound(place, { seed, cause: CAUSES.kill, mayBreak: true });
          expect(problems, `The seed is "${seed}".`).toEqual([]);
        }
      } finally {
        await place.close();
      }
    },
    TIMEOUT_MS,
  );
}
