import { sql } from 'kysely';
import { type ColumnsOf, DAY_MS, fixed, HOUR_MS, orNull, table, text, whole } from '../../db/table.ts';

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
  /** JSON of an ImportMapping. */
  mapping: text,
};

declare module '../../db/schema.ts' {
  interface Schema {
    imports: ColumnsOf<typeof importColumns>;
    import_mappings: ColumnsOf<typeof mappingColumns>;
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
