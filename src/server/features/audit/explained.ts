import type { Json } from '#domain/audit.ts';
import { findState, lockState, setState } from '../../db/shop-state.ts';
import type { Db } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { recordAudit, SYSTEM } from './audit.queries.ts';
import { isoTime } from './chain.queries.ts';
import {
  findContradicted,
  findContradictedSettings,
  findSaidOfSettings,
  findStartedWith,
  findUnexplained,
  type Right,
  type ShownSettings,
} from './explained.queries.ts';

/**
 * Writes an entry for each role, suspension, wallet and seller that has none, at the first start of a new database and of
 * one of an older version (behavior 3.14). From then on each has to be what its last entry says. A backup has the mark
 * too, so what somebody changed in its file is never explained.
 */
export const explainOnce = async ({ database, clock }: Pick<Shop, 'database' | 'clock'>): Promise<void> => {
  if (await findState(database.read, 'explained')) return;
  const now = clock();
  const explain = { actor: SYSTEM, now };
  await database.write(
    async (tx) => {
      if (await lockState(tx, 'explained')) return;
      for (const kind of ['role', 'status'] as const) {
        for (const { userId, value } of await findUnexplained(tx, kind)) {
          await recordAudit(tx, { ...explain, kind, subject: userId, after: value });
        }
      }
      const said = new Set((await findSaidOfSettings(tx)).map(({ name }) => name));
      for (const [name, value] of Object.entries(await findStartedWith(tx))) {
        if (value === null || said.has(name)) continue;
        await recordAudit(tx, { ...explain, kind: 'settings', subject: name, after: value });
      }
      await setState(tx, 'explained', isoTime(now));
    },
    { long: true },
  );
};

/** A rule about the evidence, and what breaks it. */
export type CheckedRule = readonly [rule: string, problems: readonly string[]];

/** Compares roles, statuses, wallets and the seller with the last entry about each; null before they are explained. */
export const checkExplained = async (db: Db, shown: ShownSettings): Promise<CheckedRule[] | null> => {
  if (!(await findState(db, 'explained'))) return null;
  return [
    ['Every role is what the evidence says last', await contradictedRights(db, 'role')],
    ['Every account is active or suspended as the evidence says last', await contradictedRights(db, 'status')],
    ['Every wallet and the seller are what the evidence says last', await contradictedSettings(db, shown)],
  ];
};

const contradictedRights = async (db: Db, right: Right): Promise<string[]> =>
  (await findContradicted(db, right)).map(
    ({ username, value, said }) => `${username}: ${value}, in the evidence ${inWords(said)}`,
  );

const contradictedSettings = async (db: Db, shown: ShownSettings): Promise<string[]> =>
  (await findContradictedSettings(db, shown)).map(
    ({ name, value, said }) => `${name}: ${inWords(value)}, in the evidence ${inWords(said)}`,
  );

/** A value as people read it. The entry of a deleted account has a status and more. */
const inWords = (value: Json): string => {
  if (value === null) return 'none';
  if (typeof value === 'string') return value;
  const { status } = value as { status?: unknown };
  return typeof status === 'string' ? status : JSON.stringify(value);
};
