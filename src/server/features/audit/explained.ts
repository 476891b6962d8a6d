import type { Json } from '#domain/audit.ts';
import { findState, lockState, setState } from '../../db/shop-state.ts';
import type { Db } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { recordAudit, SYSTEM } from './audit.queries.ts';
import { isoTime } from './chain.queries.ts';
import {
  EXPLAINED_SETTINGS,
  type ExplainedSetting,
  findContradicted,
  findSaidOfSettings,
  findStartedWith,
  findUnexplained,
  type Right,
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

/** Values of these settings that the panel shows now. Others are as the last start had them. */
export type ShownSettings = Partial<Record<ExplainedSetting, string | null>>;

/** A setting whose value is not that of the last entry about it. */
interface Contradicted {
  name: ExplainedSetting;
  value: string | null;
  said: Json;
}

/** Finds wallets and the seller with another value than the last entry about a value in force. */
export const findContradictedSettings = async (db: Db, shown: ShownSettings): Promise<Contradicted[]> => {
  if (!(await findState(db, 'explained'))) return [];
  const said = new Map<string, Json>();
  for (const { name, value } of await findSaidOfSettings(db)) {
    // Anything but a text is an entry of a value that is not in force.
    if ((value === null || typeof value === 'string') && !said.has(name)) said.set(name, value);
  }
  const values = { ...(await findStartedWith(db)), ...shown };
  return EXPLAINED_SETTINGS.map((name) => ({ name, value: values[name] ?? null, said: said.get(name) ?? null })).filter(
    ({ value, said }) => value !== said,
  );
};

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
