import { hashPassword, verifyPassword } from '../src/server/lib/secrets.ts';
import { call, MEMBER_PASSWORD, registerMembers, withShop } from './fixtures.ts';
import { type Calls, loadCalls, meanwhile, roundOf, SECONDS } from './load.ts';
import { combine, type Measured, type Part, percentile } from './part.ts';
import { type Engine, onBothEngines } from './postgres.ts';
import type { Running } from './processes.ts';
import { compare, type Round } from './rounds.ts';
import { ROUNDS } from './scale.ts';

const CONNECTIONS = 4;

/** The largest 99th percentile of other calls at the same time, in milliseconds. */
const P99_BAR = 100;

/** Logging in on both engines, compared with argon2id alone, and what it does to other calls. */
export const login: Part = {
  name: 'login',
  measure: async () => combine(...(await onBothEngines(onEngine))),
};

const onEngine = ({ name: engine, settings }: Engine): Promise<Measured> =>
  withShop(async (shop) => {
    const [member] = await registerMembers(shop, 1);
    const stored = await hashPassword(MEMBER_PASSWORD);
    const comparisons = await compare(
      { name: `Log in, ${CONNECTIONS} at once, ${engine}`, unit: 'logins a second', rounds: ROUNDS },
      async () => roundOf(await logIn(shop)),
      [{ name: 'argon2id alone', bar: 0.85, measure: () => verifyPasswords(stored) }],
    );
    const others = await meanwhile(() => logIn(shop), [() => call(shop, member!, ['GET', '/api/cart'])]);
    return {
      comparisons,
      figures: [
        {
          name: `A member's cart at the same time, ${engine}, p99`,
          value: percentile(others[0]!, 99),
          unit: 'ms',
          bar: P99_BAR,
        },
      ],
    };
  }, settings);

/** Logs in the first member for one round. */
export const logIn = ({ url }: Running): Promise<Calls> =>
  loadCalls(
    {
      url: `${url}/api/login`,
      method: 'POST',
      connections: CONNECTIONS,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'bench_0', password: MEMBER_PASSWORD }),
    },
    200,
  );

/** The machine's limit for logins: passwords verified per second, by the same number of tasks in parallel. */
const verifyPasswords = async (stored: string): Promise<Round> => {
  const started = performance.now();
  let verified = 0;
  const task = async () => {
    while (performance.now() - started < SECONDS * 1000) {
      await verifyPassword(stored, MEMBER_PASSWORD);
      verified++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, task));
  return { rate: (verified * 1000) / (performance.now() - started) };
};
