import { explainProduct } from '#contract/catalogue.ts';
import { ShopError } from '#contract/errors.ts';
import { explainItem, type Origin } from '#contract/inventory.ts';
import { centsToDollars } from '#domain/money.ts';
import { changeOfFinalPrice, type ExplainedPrice, explainLinePrices } from '#domain/pricing.ts';
import { findState } from '../../db/shop-state.ts';
import type { Db } from '../../db/types.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { findNumberChanges, MOST_CHANGES, type NumberChange } from './explain.queries.ts';
import { findItems, type StoredItem } from './inventory.queries.ts';

/** "Explain this number": where the numbers of items come from (behavior 4.15, 10.9). */
export const registerExplanations: Feature = (serve, { database: { read } }) => {
  serve(explainItem, async ({ params }) => {
    const [item, lastSync, [price], [markup], [quantity]] = await findNumbers(read, Number(params.id));
    const { single, tiers } = explainLinePrices(item);
    return {
      ...presentPrice(single),
      markupDollars: centsToDollars(single.markupCents),
      tiers: tiers.map((tier) => ({
        from: tier.from,
        ...presentPrice(tier),
        unitPrice: centsToDollars(tier.unitPriceCents),
      })),
      quantity: item.quantity,
      reserved: item.reserved,
      available: Math.max(0, item.quantity - item.reserved),
      priceOrigin: presentOrigin(price, ({ priceCents }) => dollars(priceCents)),
      markupOrigin: presentOrigin(markup, ({ markupCents }) => dollars(markupCents)),
      quantityOrigin: presentOrigin(quantity, (values) => values.quantity),
      lastSync: presentTime(lastSync),
    };
  });

  serve(explainProduct, async ({ params }) => {
    const [item, lastSync, prices, markups, [quantity]] = await findNumbers(read, Number(params.id));
    if (!item.isActive || item.isHeldBack) throw new ShopError('not_found');
    const change = changeOfFinalPrice(item, newestFirst(prices, markups));
    const countedAt = Math.max(lastSync ?? 0, quantity?.at ?? 0);
    return { pricedAt: presentTime(change?.at ?? null), countedAt: presentTime(countedAt || null) };
  });
};

/** A listed item, the last sync, and what changed its numbers. */
const findNumbers = (db: Db, itemId: number) =>
  Promise.all([
    findListed(db, itemId),
    findLastSync(db),
    findNumberChanges(db, { itemId, field: 'priceCents' }),
    findNumberChanges(db, { itemId, field: 'markupCents' }),
    findNumberChanges(db, { itemId, field: 'quantity' }),
  ]);

const findListed = async (db: Db, id: number): Promise<StoredItem> => {
  const [item] = await findItems(db, { ids: [id] });
  if (!item?.listed) throw new ShopError('not_found');
  return item;
};

const findLastSync = async (db: Db): Promise<number | null> => {
  const stored = await findState(db, 'last_sync');
  return stored === null ? null : Number(stored);
};

/** The changes of both lists, each once, as far back as both lists go. */
const newestFirst = (prices: readonly NumberChange[], markups: readonly NumberChange[]): NumberChange[] => {
  const reach = Math.max(
    ...[prices, markups].map((list) => (list.length === MOST_CHANGES ? list.at(-1)!.changeId : 0)),
  );
  const byId = new Map([...prices, ...markups].map((change) => [change.changeId, change]));
  return [...byId.values()].filter(({ changeId }) => changeId >= reach).sort((a, b) => b.changeId - a.changeId);
};

const presentPrice = ({ baseCents, sumCents, finalCents }: ExplainedPrice) => ({
  price: centsToDollars(baseCents),
  sum: centsToDollars(sumCents),
  finalPrice: centsToDollars(finalCents),
});

const presentTime = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

const presentOrigin = (
  change: NumberChange | undefined,
  read: (values: NumberChange['after']) => number | undefined,
): Origin | null => {
  if (!change) return null;
  return {
    changeId: change.changeId,
    kind: change.kind,
    added: change.rowKind === 'added',
    at: new Date(change.at).toISOString(),
    by: change.actor,
    before: read(change.before) ?? null,
    after: read(change.after)!,
  };
};

const dollars = (cents: number | undefined) => (cents === undefined ? undefined : centsToDollars(cents));
