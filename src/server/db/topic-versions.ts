import { type RawBuilder, sql } from 'kysely';
import type { Ids } from '#domain/changed-ids.ts';
import { fromJson, isSqlite, type Json } from './json.ts';
import { type ParamOf, prepareQuery } from './prepared-query.ts';
import { asText } from './sql.ts';
import { isTouchedInCommit, type TouchedTopics } from './touched-topics.ts';
import type { Db, Topic, Tx } from './types.ts';

/** The channel on which PostgreSQL notifies the other processes. */
export const CHANNEL = 'greenroom_changes';

/** A topic with its version after a transaction. */
export type TopicVersion = [Topic, number];

/** The message on the channel. */
export interface VersionsMessage {
  /** The process that made the change. */
  from: string;
  versions: TopicVersion[];
  /** The changes of each topic, if they are known and short. */
  changed?: Partial<Record<Topic, Ids<number | string>>>;
}

/** PostgreSQL takes no message of 8,000 bytes. The versions and the process have room besides. */
const MOST_CHANGED_BYTES = 6000;

/** The part of a message about the ids: nothing if they are many. */
export const changedText = (touched: TouchedTopics): string => {
  const changed = JSON.stringify(Object.fromEntries(touched.all));
  return Buffer.byteLength(changed) > MOST_CHANGED_BYTES ? '{}' : changed;
};

/** The values that `ShopDatabase.writeInOneStatement` adds to every statement: the process that runs it, and `changedText`. */
export interface Writer {
  writer: string;
  changed: string;
}

/** The column from which `ShopDatabase.writeInOneStatement` learns the new versions. Other processes are notified of them. */
export const sentVersions = ({
  writer,
  changed,
}: Writer): RawBuilder<Json<{ versions: TopicVersion[] } | null>> => sql`(
  select json_build_object(
    'versions', counted.versions,
    'sent', cast(pg_notify(${sql.lit(CHANNEL)},
      cast(json_build_object('from', ${asText(writer)}, 'versions', counted.versions,
        'changed', cast(${changed} as json)) as text)) as text))
  from (select json_agg(json_build_array(topic, version)) as versions from touched) as counted
  where counted.versions is not null)`;

/** Counts up the versions of these topics, in alphabetical order, so that no two writers deadlock. */
const countUp = (topics: RawBuilder<unknown>): RawBuilder<TopicVersion> => sql`
  insert into versions (topic, version) select topic, 1 from (${topics}) as named where true order by topic
  on conflict (topic) do update set version = versions.version + 1
  returning topic, version`;

/** The step that counts up topics, each if a step has rows. Only for PostgreSQL: on SQLite the end of the transaction does. */
export const touchTopics = (touches: readonly { topic: Topic; step: string }[]): RawBuilder<unknown> => {
  const topics = touches.map(
    ({ topic, step }) => sql`select ${topic} as topic where exists (select 1 from ${sql.ref(step)})`,
  );
  return countUp(sql.join(topics, sql` union all `));
};

/** Reads that column. A statement that changed nothing returns no row. */
export const versionsOf = (row: unknown): TopicVersion[] => {
  const touched = (row as { touched?: Json<{ versions: TopicVersion[] } | null> } | undefined)?.touched;
  return (touched ? fromJson(touched) : null)?.versions ?? [];
};

/** The versions of the topics of items: plans touch the inventory, and orders touch the catalogue. */
export interface ItemVersions {
  inventory: number;
  catalogue: number;
}

/** No item has changed without one of these versions. */
export const findItemVersions = async (db: Db | Tx): Promise<ItemVersions> => {
  const rows = await db
    .selectFrom('versions')
    .select(['topic', 'version'])
    .where('topic', 'in', ['catalogue', 'inventory'])
    .execute();
  const stored = new Map(rows.map(({ topic, version }) => [topic, version]));
  const versionOf = (topic: keyof ItemVersions) => (stored.get(topic) ?? 0) + (isTouchedInCommit(db, topic) ? 1 : 0);
  return { inventory: versionOf('inventory'), catalogue: versionOf('catalogue') };
};

export const areSameVersions = (a: ItemVersions, b: ItemVersions): boolean =>
  a.inventory === b.inventory && a.catalogue === b.catalogue;

const countAndNotify = prepareQuery('versions.count', (db, param: ParamOf<Writer & { topics: string }>) =>
  db
    .with(
      'touched',
      () =>
        sql`(${countUp(sql`select value as topic from json_array_elements_text(cast(${param('topics')} as json))`)})`,
    )
    .selectNoFrom(sentVersions({ writer: param('writer'), changed: param('changed') }).as('touched')),
);

/** Counts up the versions of topics at the end of a transaction, and notifies other processes of them. */
export const endTransaction = async (tx: Tx, touched: TouchedTopics, writer: string): Promise<TopicVersion[]> => {
  const { topics } = touched;
  if (topics.length === 0) return [];
  if (!isSqlite(tx)) {
    const [row] = await countAndNotify(tx, { topics: JSON.stringify(topics), writer, changed: changedText(touched) });
    return versionsOf(row);
  }
  const versions: TopicVersion[] = [];
  for (const topic of topics) {
    const { version } = await tx
      .insertInto('versions')
      .values({ topic, version: 1 })
      .onConflict((conflict) => conflict.column('topic').doUpdateSet({ version: sql`versions.version + 1` }))
      .returning('version')
      .executeTakeFirstOrThrow();
    versions.push([topic, version]);
  }
  return versions;
};
