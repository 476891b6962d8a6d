import { sql } from 'kysely';
import { EXPORT_WITHDRAWN } from '#domain/tasks.ts';
import { type ColumnsOf, fixed, table, text } from '../../db/table.ts';
import { withdrawFiles } from './exports.queries.ts';

const columns = {
  task_id: fixed(text),
  /** CSV, gzipped and in base64. */
  content: fixed(text),
};

declare module '../../db/schema.ts' {
  interface Schema {
    export_files: ColumnsOf<typeof columns>;
  }
}

/** The files of finished exports. A file is deleted with its task. */
export const exportFiles = table('export_files', columns, {
  backup: { leftOut: 'files of exports, for a day' },
  personal: { export: null, onDeletion: (tx) => withdrawFiles(tx, { message: EXPORT_WITHDRAWN }) },
  checks: {
    'Every file of an export belongs to an export that is done': sql`
      select 'task ' || tasks.id as what from export_files
      join tasks on tasks.id = export_files.task_id
      where tasks.state <> 'done' or tasks.kind not like 'export%'`,
  },
});
