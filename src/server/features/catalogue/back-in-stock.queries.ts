import { type Expression, type RawBuilder, sql } from 'kysely';

/** The values of an item after an update, as expressions over the table `items`. */
interface StockAfter {
  quantity: Expression<unknown>;
  reserved: Expression<unknown>;
  listed: Expression<unknown>;
}

/**
 * The new `back_at` of an item in an update of `items`: now, if members could order nothing of it before and can after
 * (behavior 5.21). It makes no difference whether the item is active: an admin who shows it again has not restocked it.
 */
export const nextBackAt = (after: Partial<StockAfter>, now: number): RawBuilder<number | null> => {
  const {
    quantity = sql.ref('items.quantity'),
    reserved = sql.ref('items.reserved'),
    listed = sql.ref('items.listed'),
  } = after;
  return sql<number | null>`case
    when (items.listed = 0 or items.quantity <= items.reserved) and ${listed} = 1 and ${quantity} > ${reserved}
    then cast(${now} as bigint) else items.back_at end`;
};
