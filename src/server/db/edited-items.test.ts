import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { bothDatabases } from '../testing/both-databases.ts';
import { buildItem, updateItems } from '../testing/factories.ts';
import { up } from './migrations/0026-edited-items.ts';

bothDatabases((shop) => {
  test('what the feed has for the fields that the shop owns survives the move into one column', async () => {
    const [edited, other] = [await buildItem(shop()), await buildItem(shop())];
    const shop_owned = JSON.stringify(['description', 'weightLabel', 'tiers', 'images']);
    await updateItems(shop(), [edited.id], { shop_owned });
    const stored = await shop().database.write(async (tx) => {
      // The tables as version 1.0 had them.
      await sql`alter table items drop column feed_values`.execute(tx);
      await sql`alter table items drop column stock_correction`.execute(tx);
      await sql`alter table change_rows drop column stock_version`.execute(tx);
      for (const column of ['feed_description', 'feed_weight_label', 'feed_tiers', 'feed_images']) {
        await sql`alter table items add column ${sql.ref(column)} text`.execute(tx);
      }
      await sql`
        update items set feed_description = 'Theirs', feed_weight_label = null,
          feed_tiers = '[{"from":3,"priceCents":900}]', feed_images = '["a.jpg"]'`.execute(tx);
      await up()(tx as unknown as Kysely<unknown>);
      return tx.selectFrom('items').select(['id', 'feed_values', 'stock_correction']).orderBy('id').execute();
    });
    const values = {
      description: 'Theirs',
      weightLabel: null,
      tiers: [{ from: 3, priceCents: 900 }],
      images: ['a.jpg'],
    };
    expect(stored.map(({ feed_values, ...row }) => ({ ...row, feed_values: JSON.parse(feed_values) }))).toEqual([
      { id: edited.id, stock_correction: null, feed_values: values },
      { id: other.id, stock_correction: null, feed_values: {} },
    ]);
  });
});
