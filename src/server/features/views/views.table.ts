import { type ColumnsOf, fixed, flag, table, text, whole, withoutDeletedUsers } from '../../db/table.ts';
import { listOwnViews } from './views.queries.ts';

const columns = {
  id: fixed(text),
  user_id: fixed(text),
  name: text,
  /** The part of the address after "?". */
  query: text,
  shared: flag,
  updated_at: whole,
};

declare module '../../db/schema.ts' {
  interface Schema {
    views: ColumnsOf<typeof columns>;
  }
}

/** Named views of the inventory list. */
export const views = table('views', columns, {
  personal: {
    export: async (db, user) => ({
      views: (await listOwnViews(db, user)).map(({ name, query, shared }) => ({ name, query, shared: shared === 1 })),
    }),
    onDeletion: 'delete',
  },
  checks: { ...withoutDeletedUsers('views', 'saved view') },
});
