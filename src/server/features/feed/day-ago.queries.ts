import { sql } from 'kysely';
import type { Plan } from '#domain/inventory-plan.ts';
import { itemsThatMove, slowPriceJump } from '#domain/price-guard.ts';
import { isOneOf, jsonField } from '../../db/json.ts';
import { findState, setState } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { InventoryTerms } from '../inventory/inventory-terms.ts';

const DAY_MS = 86_400_000;

/** A sync that a person let through. The prices that it set are compared with nothing from before it. */
interface Decided {
  changeId: number;
  at: number;
}

const findDecided = async (tx: Db | Tx): Promise<Decided[]> =>
  JSON.parse((await findState(tx, 'decided_syncs')) ?? '[]') as Decided[];

export const storeDecided = async (tx: Tx, { changeId, now }: { changeId: number; now: number }): Promise<void> => {
  const recent = (await findDecided(tx)).filter(({ at }) => at > now - DAY_MS);
  await setState(tx, 'decided_syncs', JSON.stringify([...recent, { changeId, at: now }]));
};

/** Returns why a plan has to wait, because it takes a base price too far from the one of a day ago; null if it need not. */
export const findSlowJump = async (
  tx: Db | Tx,
  { plan, terms, now }: { plan: Plan; terms: Pick<InventoryTerms, 'priceJumpPercent'>; now: number },
): Promise<string | null> => {
  const ids = terms.priceJumpPercent === 0 ? [] : itemsThatMove(plan);
  if (ids.length === 0) return null;
  return slowPriceJump(plan, await findPricesADayAgo(tx, { ids, now }), terms.priceJumpPercent);
};

/**
 * The base prices that items had a day ago, in cents, as far as syncs have changed them since. After an upload, an undo or
 * a sync that a person let through it is the price that this set.
 */
const findPricesADayAgo = async (
  tx: Db | Tx,
  { ids, now }: { ids: readonly number[]; now: number },
): Promise<Map<number, number>> => {
  const decided = (await findDecided(tx)).map(({ changeId }) => changeId);
  const before = jsonField(tx, 'change_rows.before', 'priceCents');
  const rows = await tx
    .with('day', (q) =>
      q
        .selectFrom('change_rows')
        .innerJoin('change_sets', 'change_sets.id', 'change_rows.change_id')
        .select(['change_rows.item_id', 'change_rows.change_id'])
        .select((of) =>
          of
            .case()
            .when(of.and([of('change_sets.kind', '=', 'sync'), of.not(isOneOf(tx, 'change_rows.change_id', decided))]))
            .then(0)
            .else(1)
            .end()
            .as('decided'),
        )
        .where('change_sets.created_at', '>', now - DAY_MS)
        .where('change_rows.kind', '=', 'changed')
        // The index of migration 0014 has these rows, and some more.
        .where(sql<boolean>`change_rows.after like '%"priceCents":%'`)
        .where(sql<boolean>`${before} is not null`)
        .where(isOneOf(tx, 'change_rows.item_id', ids)),
    )
    .with('anew', (q) =>
      q
        .selectFrom('day')
        .select('item_id')
        .select((of) => of.fn.max('change_id').as('id'))
        .where('decided', '=', 1)
        .groupBy('item_id'),
    )
    .with('first', (q) =>
      q
        .selectFrom('day')
        .leftJoin('anew', 'anew.item_id', 'day.item_id')
        .select('day.item_id')
        .select((of) => of.fn.min('day.change_id').as('id'))
        .where((of) => of.or([of('anew.id', 'is', null), of('day.change_id', '>', of.ref('anew.id'))]))
        .groupBy('day.item_id'),
    )
    .selectFrom('first')
    .innerJoin('change_rows', (join) =>
      join.onRef('change_rows.item_id', '=', 'first.item_id').onRef('change_rows.change_id', '=', 'first.id'),
    )
    .select(['change_rows.item_id', before.as('cents')])
    .execute();
  return new Map(rows.map(({ item_id, cents }) => [item_id, Number(cents)]));
};
