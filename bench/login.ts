import { hashPassword, verifyPassword } from '../src/server/lib/secrets.ts';
import { load, ROUNDS, SECONDS } from './load.ts';
import { MEMBER_PASSWORD, registerMembers, withShop } from './members.ts';
import type { Part } from './part.ts';
import type { Running } from './processes.ts';
import { compare } from './rounds.ts';

const AT_ONCE = 4;

/** Logging in, beside argon2id alone. */
export const login: Part = {
  name: 'login',
  measure: () =>
    withShop(async (shop) => {
      await registerMembers(shop, 1);
      const stored = await hashPassword(MEMBER_PASSWORD);
      return {
        comparisons: [
          await compare(
            { name: `Log in, ${AT_ONCE} at once`, unit: 'logins a second', bar: 0.8, rounds: ROUNDS },
            { shop: () => signingIn(shop), limit: () => checking(stored) },
          ),
        ],
      };
    }),
};

const signingIn = ({ url }: Running): Promise<number> =>
  load(
    {
      url: `${url}/api/login`,
      method: 'POST',
      connections: AT_ONCE,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'bench_0', password: MEMBER_PASSWORD }),
    },
    200,
  );

const checking = async (stored: string): Promise<number> => {
  const begun = performance.now();
  let checks = 0;
  const lane = async () => {
    while (performance.now() - begun < SECONDS * 1000) {
      await verifyPassword(stored, MEMBER_PASSWORD);
      checks++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return (checks * 1000) / (performance.now() - begun);
};
