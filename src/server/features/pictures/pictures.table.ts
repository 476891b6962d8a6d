import { sql } from 'kysely';
import { type ColumnsOf, fixed, table, text, whole } from '../../db/table.ts';

const columns = {
  /** As items name it. */
  path: fixed(text),
  /** Base64. */
  bytes: fixed(text),
  created_at: fixed(whole),
};

declare module '../../db/schema.ts' {
  interface Schema {
    pictures: ColumnsOf<typeof columns>;
  }
}

/** Uploaded pictures, and lab results as PDFs. Those that nothing names are deleted after 30 days (prune-pictures.ts). */
export const pictures = table('pictures', columns, {
  // A lab result has up to 20 megabytes in base64, and all rows of a batch are one line.
  backup: { batch: 2 },
  checks: {
    // The pattern of its name (domain/item-pictures.ts): a feed may have a folder "uploaded" too.
    'Every uploaded picture that an item names is stored': sql`
      select name as what from items
      where images like '%"uploaded/________________________________.webp"%'
        and (length(images) - length(replace(images, '"uploaded/', ''))) / length('"uploaded/')
          > (select count(*) from pictures where items.images like '%"' || pictures.path || '"%')`,
    // It may be named in another form.
    'Every uploaded lab result that an item names is stored': sql`
      select name as what from items
      where (lab like '%"uploaded/________________________________.pdf"%'
          or lab like '%"uploaded/________________________________.webp"%')
        and not exists (
          select 1 from pictures where items.lab like '%"' || substr(pictures.path, 1, length('uploaded/') + 32) || '.%')`,
    'The logo is stored': sql`
      select value as what from shop_state
      where key = 'logo' and value != '' and value not in (select path from pictures)`,
  },
});
