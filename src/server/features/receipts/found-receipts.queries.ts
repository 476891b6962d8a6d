import { namedReceipt } from '#domain/receipt-search.ts';
import { containsText } from '../../db/contains-text.ts';
import { type IdRange, isInRange } from '../../db/id-ranges.ts';
import type { Db, Tx } from '../../db/types.ts';

/**
 * The ids of receipts with a text in member or product, or with this number, total, address or transaction (behavior 7.3).
 * Each table is searched once, and not for every receipt.
 */
export const found = (db: Db | Tx, text: string, range?: IdRange) => {
  const { number, totalCents, codes } = namedReceipt(text);
  return db
    .selectFrom('receipts as of_buyer')
    .innerJoin('users as buyer', 'buyer.id', 'of_buyer.user_id')
    .select('of_buyer.id')
    .where(containsText(db, 'buyer.username', text))
    .$if(range !== undefined, (ids) => ids.where(isInRange('of_buyer.number', range!)))
    .unionAll(
      db
        .selectFrom('receipt_lines')
        .select('receipt_lines.receipt_id as id')
        .where(containsText(db, 'receipt_lines.product_name', text))
        .$if(range !== undefined, (ids) =>
          ids.where('receipt_lines.receipt_id', 'in', (inner) =>
            inner.selectFrom('receipts as ranged').select('ranged.id').where(isInRange('ranged.number', range!)),
          ),
        ),
    )
    .$if(number !== null, (ids) =>
      ids.unionAll(db.selectFrom('receipts as numbered').select('numbered.id').where('number', '=', number!)),
    )
    .$if(totalCents !== null, (ids) =>
      ids.unionAll(
        db
          .selectFrom('receipts as totaled')
          .select('totaled.id')
          .where('totaled.total_cents', '=', totalCents!)
          .$if(range !== undefined, (totaled) => totaled.where(isInRange('totaled.number', range!))),
      ),
    )
    .$if(codes !== null, (ids) => ids.unionAll(receiptsOfCodes(db, codes!)));
};

/** The receipts of an address of their own, or of a transaction that the chain, the member or the seller names. */
export const receiptsOfCodes = (db: Db | Tx, codes: readonly string[]) =>
  db
    .selectFrom('order_addresses')
    .select('order_addresses.receipt_id as id')
    .where('order_addresses.address', 'in', codes)
    .where('order_addresses.receipt_id', 'is not', null)
    .$narrowType<{ id: string }>()
    .unionAll(db.selectFrom('receipts as reported').select('reported.id').where('reported.txid', 'in', codes))
    .unionAll(db.selectFrom('payments').select('payments.receipt_id as id').where('payments.txid', 'in', codes))
    .unionAll(
      db
        .selectFrom('payment_texts')
        .innerJoin('payments', 'payments.id', 'payment_texts.payment_id')
        .select('payments.receipt_id as id')
        .where('payment_texts.txid', 'in', codes),
    );
