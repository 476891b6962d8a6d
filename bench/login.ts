import { hashPassword, verifyPassword } from '../src/server/lib/secrets.ts';
import { MEMBER_PASSWORD, registerMembers, withShop } from './fixtures.ts';
import { load, SECONDS } from './load.ts';
import type { Part } from './part.ts';
import { withPostgres } from './postgres.ts';
import type { Running } from './processes.ts';
import { type Comparison, compare, type Round } from './rounds.ts';
import { ROUNDS } from './scale.ts';

const CONNECTIONS = 4;

/** Logging in on both engines, compared with argon2id alone. */
export const login: Part = {
  name: 'login',
  measure: async () => ({
    comparisons: [
      ...(await onEngine('SQLite')),
      ...(await withPostgres((databaseUrl) => onEngine('PostgreSQL', { DATABASE_URL: databaseUrl }))),
    ],
  }),
};

const onEngine = (engine: string, settings: Record<string, string> = {}): Promise<Comparison[]> =>
  withShop(async (shop) => {
    await registerMembers(shop, 1);
    const stored = await hashPassword(MEMBER_PASSWORD);
    return compare(
      { name: `Log in, ${CONNECTIONS} at once, ${engine}`, unit: 'logins a second', rounds: ROUNDS },
      () => logIn(shop),
      [{ name: 'argon2id alone', bar: 0.85, measure: () => verifyPasswords(stored) }],
    );
  }, settings);

const logIn = ({ url }: Running): Promise<Round> =>
  load(
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
