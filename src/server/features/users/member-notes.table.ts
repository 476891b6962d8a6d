import { type ColumnsOf, counted, fixed, table, text, whole, withoutDeletedUsers } from '../../db/table.ts';

const columns = {
  id: counted,
  /** The user whom it is about. */
  user_id: fixed(text),
  text: fixed(text),
  /** The name of the user who wrote it. */
  actor: fixed(text),
  at: fixed(whole),
};

declare module '../../db/schema.ts' {
  interface Schema {
    member_notes: ColumnsOf<typeof columns>;
  }
}

/** Private notes about members. They are the seller's own words, so no export has them. */
export const memberNotes = table('member_notes', columns, {
  personal: { export: null, onDeletion: 'delete' },
  checks: { ...withoutDeletedUsers('member_notes', 'note') },
});
