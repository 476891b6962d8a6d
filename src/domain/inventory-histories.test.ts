import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileProduct } from './inventory-file-product.ts';
import type { InventoryItem } from './inventory-item.ts';
import { type Plan, setsStock } from './inventory-plan.ts';
import { planBulkEdit, planEdit } from './inventory-plan-edits.ts';
import { planSync } from './inventory-plan-file.ts';
import { type AppliedRow, planRevert } from './inventory-plan-revert.ts';
import { planStock, type StockChange, stockAfter } from './inventory-plan-stock.ts';
import { aFileProduct, anItem, applied } from './testing/inventory.ts';

/** Something that happens to an item of the feed. `undo` takes back one of the changes before it, undos included. */
type Event =
  | { do: 'sync'; product: FileProduct | null }
  | { do: 'stock'; change: StockChange }
  | { do: 'edit'; name: string }
  | { do: 'giveBack' }
  | { do: 'ship'; pieces: number }
  | { do: 'undo'; place: number };

const names = fc.constantFrom('One', 'Two', 'Three');
const pieces = fc.integer({ min: 0, max: 6 });
const events: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    do: fc.constant('sync' as const),
    product: fc.option(
      fc.record({ name: names, quantity: pieces }).map((stated) => aFileProduct(stated)),
      { freq: 8 },
    ),
  }),
  fc.record({
    do: fc.constant('stock' as const),
    change: fc.oneof(fc.record({ delta: fc.integer({ min: -4, max: 4 }) }), fc.record({ quantity: pieces })),
  }),
  fc.record({ do: fc.constant('edit' as const), name: names }),
  fc.constant({ do: 'giveBack' as const }),
  fc.record({ do: fc.constant('ship' as const), pieces: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('undo' as const), place: fc.nat(30) }),
);

/** At least so many, because the rare ones are about three changes that meet. */
const HISTORIES = 300;

type Outcome = 'done' | 'nothing' | 'refused';

/** The rules in plain words, without plans. */
class Model {
  listed = true;
  quantity = 5;
  name = 'One';
  isOwned = false;
  /** The values of the feed. It has null pieces if it does not have the item. */
  feed: { name: string; pieces: number | null } = { name: 'One', pieces: 5 };
  /** The figure that the feed had when it was corrected, and the sum of the corrections. */
  held: { figure: number; by: number } | null = null;
  changes: (
    | { moved: number; wasHeld: boolean; isStale: boolean; undone: boolean; of: number | null }
    | { from: [string, boolean]; to: [string, boolean]; undone: boolean; of: number | null }
  )[] = [];

  #stockIsSet() {
    for (const change of this.changes) if ('moved' in change) change.isStale = true;
  }

  sync(product: FileProduct | null): void {
    const found = product?.quantity ?? 0;
    if (product && found > 0) {
      const keeps = this.listed && this.held?.figure === found;
      if (!keeps && (!this.listed || this.held || this.quantity !== found)) this.#stockIsSet();
      if (!keeps) [this.quantity, this.held] = [found, null];
      if (!this.isOwned) this.name = product.name;
      this.feed = { name: product.name, pieces: found };
    } else {
      if (this.listed) this.#stockIsSet();
      this.held = null;
      this.feed = { ...this.feed, pieces: product ? found : null };
    }
    this.listed = found > 0;
  }

  stock(change: StockChange): Outcome {
    const moved = 'delta' in change ? change.delta : change.quantity - this.quantity;
    if (this.quantity + moved < 0) return 'refused';
    if ('quantity' in change) this.#stockIsSet();
    if (moved === 0) return 'nothing';
    this.changes.push({ moved, wasHeld: this.held !== null, isStale: false, undone: false, of: null });
    this.quantity += moved;
    const figure = this.held?.figure ?? this.feed.pieces;
    if (figure !== null) this.held = { figure, by: (this.held?.by ?? 0) + moved };
    return 'done';
  }

  edit(name: string): Outcome {
    if (name === this.name) return 'nothing';
    this.changes.push({ from: [this.name, this.isOwned], to: [name, true], undone: false, of: null });
    [this.name, this.isOwned] = [name, true];
    return 'done';
  }

  giveBack(): Outcome {
    if (!this.isOwned) return 'nothing';
    this.changes.push({ from: [this.name, true], to: [this.feed.name, false], undone: false, of: null });
    [this.name, this.isOwned] = [this.feed.name, false];
    return 'done';
  }

  ship(shipped: number): void {
    this.quantity = Math.max(0, this.quantity - shipped);
  }

  undo(place: number): Outcome {
    const change = this.changes[place]!;
    if (change.undone) return 'nothing';
    const done = 'moved' in change ? this.#takeBack(change, place) : this.#restoreName(change, place);
    if (done !== 'done') return done;
    change.undone = true;
    if (change.of !== null) this.changes[change.of]!.undone = false;
    return 'done';
  }

  #takeBack(change: { moved: number; wasHeld: boolean; isStale: boolean }, of: number): Outcome {
    if (change.isStale) return 'nothing';
    if (this.quantity < change.moved) return 'refused';
    this.changes.push({ moved: -change.moved, wasHeld: this.held !== null, isStale: false, undone: false, of });
    this.quantity -= change.moved;
    const figure = this.held?.figure ?? (change.wasHeld ? this.feed.pieces : null);
    const by = (this.held?.by ?? 0) - change.moved;
    this.held = figure === null || by === 0 ? null : { figure, by };
    return 'done';
  }

  #restoreName({ from, to }: { from: [string, boolean]; to: [string, boolean] }, of: number): Outcome {
    if (this.name !== to[0] || this.isOwned !== to[1]) return 'nothing';
    const isOwned = from[1] === to[1] ? this.isOwned : from[1];
    const name = this.isOwned && !isOwned ? this.feed.name : from[0];
    if (name === this.name && isOwned === this.isOwned) return 'nothing';
    this.changes.push({ from: [this.name, this.isOwned], to: [name, isOwned], undone: false, of });
    [this.name, this.isOwned] = [name, isOwned];
    return 'done';
  }
}

/** The plans, applied as the shop does. */
class Shop {
  item: InventoryItem = anItem({ name: 'One', quantity: 5, markupCents: 1500 });
  figure: number | null = 5;
  #setTimes = 0;
  changes: { rows: AppliedRow[]; setTimes: number; undone: boolean; of: number | null }[] = [];

  #apply(plan: Plan, of: number | null | undefined): Outcome {
    const { items, rows } = applied([this.item], plan);
    this.item = items[0]!;
    this.#setTimes += rows.filter(setsStock).length;
    if (rows.length === 0) return 'nothing';
    if (of !== undefined) this.changes.push({ rows, setTimes: this.#setTimes, undone: false, of });
    return 'done';
  }

  sync(product: FileProduct | null): void {
    const products = product ? [product] : [];
    this.#apply(planSync({ items: [this.item], products, defaultMarkupCents: 1500 }), undefined);
    this.figure = product?.quantity ?? null;
  }

  stock(change: StockChange): Outcome {
    const after = stockAfter(this.item.quantity, change);
    if ('problem' in after) return 'refused';
    const isCounted = 'quantity' in change;
    const plan = planStock(this.item, { ...after, isCounted, reason: 'other', note: null, feedFigure: this.figure });
    const outcome = this.#apply(plan, null);
    if (outcome === 'nothing' && isCounted) this.#setTimes += 1;
    return outcome;
  }

  edit(name: string): Outcome {
    return this.#apply(planEdit(this.item, { name }), null);
  }

  giveBack(): Outcome {
    return this.#apply(planBulkEdit([this.item], { edit: {}, giveBack: ['name'] }), null);
  }

  ship(shipped: number): void {
    this.item = { ...this.item, quantity: Math.max(0, this.item.quantity - shipped) };
  }

  undo(place: number): Outcome {
    const change = this.changes[place]!;
    if (change.undone) return 'nothing';
    const plan = planRevert({
      rows: change.rows,
      items: new Map([[this.item.id, this.item]]),
      summary: 'it',
      defaultMarkupCents: 1500,
      stock: { isSetSince: () => change.setTimes !== this.#setTimes, feedFigure: () => this.figure },
    });
    if (plan.short) return 'refused';
    if (this.#apply(plan, place) === 'nothing') return 'nothing';
    change.undone = true;
    if (change.of !== null) this.changes[change.of]!.undone = false;
    return 'done';
  }
}

/** Only an item of the lists can be changed, but orders are shipped and changes undone at any time. */
const happens = (to: Model | Shop, event: Event, isListed: boolean): Outcome => {
  if (event.do === 'sync') to.sync(event.product);
  if (event.do === 'ship') to.ship(event.pieces);
  if (event.do === 'sync' || event.do === 'ship') return 'done';
  if (event.do === 'undo') return to.changes.length === 0 ? 'nothing' : to.undo(event.place % to.changes.length);
  if (!isListed) return 'refused';
  if (event.do === 'giveBack') return to.giveBack();
  return event.do === 'stock' ? to.stock(event.change) : to.edit(event.name);
};

test('in any history of syncs, edits, stock changes, shipments and undos, an item is as the rules say', () => {
  fc.assert(
    fc.property(fc.array(events, { minLength: 30, maxLength: 40 }), (history) => {
      const [model, shop] = [new Model(), new Shop()];
      for (const event of history) {
        const isListed = model.listed;
        const [expected, outcome] = [happens(model, event, isListed), happens(shop, event, isListed)];
        const { item } = shop;
        expect({
          outcome,
          ...{ listed: item.listed, quantity: item.quantity, name: item.name },
          isOwned: item.shopOwned.includes('name'),
          held: item.correction && { figure: item.correction.from, by: item.correction.by },
          changes: shop.changes.map(({ undone }) => undone),
        }).toEqual({
          outcome: expected,
          ...{ listed: model.listed, quantity: model.quantity, name: model.name },
          isOwned: model.isOwned,
          held: model.held,
          changes: model.changes.map(({ undone }) => undone),
        });
        expect(item.quantity).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: Math.max(HISTORIES, fc.readConfigureGlobal()?.numRuns ?? 0) },
  );
});
