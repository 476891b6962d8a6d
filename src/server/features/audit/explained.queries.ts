import { sql } from 'kysely';
import type { Json } from '#domain/audit.ts';
import { findState } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';
import { parsed } from './chain.queries.ts';

/** The rights of an account, with the value that needs no entry. */
const RIGHTS = {
  role: { column: sql.ref('users.role'), usual: 'member' },
  status: { column: sql.ref('users.status'), usual: 'active' },
} as const;
export type Right = keyof typeof RIGHTS;

/** Users with another role or status than the usual one, and no entry about it. */
export const findUnexplained = async (tx: Tx, right: Right): Promise<{ userId: string; value: string }[]> => {
  const { column, usual } = RIGHTS[right];
  const { rows } = await sql<{ userId: string; value: string }>`
    select users.id as "userId", ${column} as value from users
    where users.deleted_at is null and ${column} <> ${usual}
      and users.id not in (select subject from audit where kind = ${right} and subject is not null)
    order by users.id`.execute(tx);
  return rows;
};

/** Users whose role or status is not the one of the last entry about it. */
export const findContradicted = async (
  db: Db,
  right: Right,
): Promise<{ username: string; value: string; said: Json }[]> => {
  const { column, usual } = RIGHTS[right];
  const { rows } = await sql<{ username: string; value: string; after: string | null }>`
    select users.username, ${column} as value, last.after
    from users left join (
      select subject, after from audit
      where id in (select max(id) from audit where kind = ${right} group by subject)
    ) as last on last.subject = users.id
    where users.deleted_at is null and '"' || ${column} || '"' <> coalesce(last.after, ${JSON.stringify(usual)})
    order by users.username`.execute(db);
  return rows.map(({ username, value, after }) => ({ username, value, said: after === null ? usual : parsed(after) }));
};

/** The settings that say where money and orders go. */
export const EXPLAINED_SETTINGS = ['BTC_ADDRESS', 'LTC_ADDRESS', 'BTC_XPUB', 'LTC_XPUB', 'TELEGRAM_SELLER'] as const;
export type ExplainedSetting = (typeof EXPLAINED_SETTINGS)[number];

/** These settings as the last start had them; null for one without a value. */
export const findStartedWith = async (db: Db | Tx): Promise<Record<ExplainedSetting, string | null>> => {
  const stored = JSON.parse((await findState(db, 'settings_of_last_start')) ?? '{}') as Partial<
    Record<string, { value?: unknown }>
  >;
  const stated = (name: string) => {
    const value = stored[name]?.value;
    return typeof value === 'string' ? value : null;
  };
  return Object.fromEntries(EXPLAINED_SETTINGS.map((name) => [name, stated(name)])) as Record<
    ExplainedSetting,
    string | null
  >;
};

/** The values of the entries about these settings, the last one first. */
export const findSaidOfSettings = async (db: Db | Tx): Promise<{ name: string; value: Json }[]> => {
  const rows = await db
    .selectFrom('audit')
    .select(['subject', 'after'])
    .where('kind', '=', 'settings')
    .where('subject', 'in', EXPLAINED_SETTINGS)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ subject, after }) => ({ name: subject!, value: parsed(after) }));
};

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
