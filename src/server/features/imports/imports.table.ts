import { sql } from 'kysely';
import { type ColumnsOf, counted, DAY_MS, fixed, HOUR_MS, orNull, table, text, textOf, whole } from '../../db/table.ts';

const importColumns = {
  id: fixed(text),
  /** Of the file, for people. */
  name: fixed(text),
  /** The file, gzipped and in base64. It is in the database so that every process can read it. */
  content: fixed(text),
  /** JSON of an ImportRequest. */
  request: text,
  created_at: fixed(whole),
  applied_at: orNull(whole),
};

const mappingColumns = {
  name: fixed(text),
  /** JSON of an ImportMapping, with the names of its columns. */
  mapping: text,
};

/** `dropped`: its product has other pictures by now, or the import was undone. */
export type PictureState = 'waiting' | 'fetched' | 'dropped' | 'failed';

const pictureColumns = {
  /** In the order of the file. */
  id: counted,
  /** It changes if those that failed are tried again. */
  task_id: text,
  /** The change-set of the import. */
  change_id: fixed(whole),
  item_id: fixed(whole),
  address: fixed(text),
  state: textOf<PictureState>(),
  /** Of a fetched one, as items name it. */
  path: orNull(text),
  /** Of a failed one, for people. */
  problem: orNull(text),
};

declare module '../../db/schema.ts' {
  interface Schema {
    imports: ColumnsOf<typeof importColumns>;
    import_mappings: ColumnsOf<typeof mappingColumns>;
    import_pictures: ColumnsOf<typeof pictureColumns>;
  }
}

export const imports = table('imports', importColumns, {
  backup: { leftOut: 'files that are being imported, for a day' },
  prune: { every: HOUR_MS, ended: (now) => sql`created_at < ${now - DAY_MS}` },
  checks: {
    'Every import was applied after it began': sql`select 'import ' || id as what from imports where applied_at < created_at`,
  },
});

export const importMappings = table('import_mappings', mappingColumns, {
  checks: { 'Every mapping has a name': sql`select 'mapping' as what from import_mappings where name = ''` },
});

/**
 * The pictures of imports until all of their import are fetched (behavior 9.28). If some failed, they stay as long as their
 * task does, so that they can be tried again.
 */
export const importPictures = table('import_pictures', pictureColumns, {
  prune: {
    every: HOUR_MS,
    ended: () => sql`state <> 'waiting' and not exists (select 1 from tasks where tasks.id = import_pictures.task_id)`,
  },
  checks: {
    'Every picture of an import is for an item': sql`
      select 'picture ' || import_pictures.id as what from import_pictures
      left join items on items.id = import_pictures.item_id where items.id is null`,
  },
});
