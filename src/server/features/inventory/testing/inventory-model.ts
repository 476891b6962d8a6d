import { isDeepStrictEqual } from 'node:util';
import { type BoxChange, type CategoryAct, CategoryModel } from './category-model.ts';

/** A product as feed and file state it. Null pieces are a product that is not there. */
export interface Stated {
  name: string;
  category: string | null;
  pieces: number | null;
}

/** An act of a history. Items and changes are given by their place. */
export type Act =
  | { do: 'sync' | 'replace'; products: readonly Stated[] }
  | { do: 'edit'; item: number; name?: string; category?: string | null; markup?: number }
  | { do: 'giveBack'; item: number; field: OwnField }
  | { do: 'stock'; item: number; delta: number }
  | { do: 'count'; item: number; pieces: number }
  | { do: 'order'; item: number; pieces: number }
  | { do: 'ship' | 'unship' }
  | { do: 'undo'; change: number }
  | CategoryAct;

export type OwnField = 'name' | 'category';
export type Outcome = 'done' | 'nothing' | 'refused';

/** A value that belongs to the shop or follows the feed. `feed` is what the feed has for a value of the shop. */
type Own<Value> = { value: Value; feed?: Value };

interface Item {
  listed: boolean;
  quantity: number;
  markup: number;
  name: Own<string>;
  category: Own<string | null>;
  /** The figure that the feed had when the stock was corrected, and the sum of the corrections. */
  held: { figure: number; by: number } | null;
}

interface ItemChange {
  place: number;
  from: Item;
  to: Item;
  /** People moved the stock. `isStale` if something has set it since. */
  stock: { isStale: boolean } | null;
}

interface Change {
  items: ItemChange[];
  boxes: BoxChange[];
  isUndone: boolean;
  /** The change that this one undoes. */
  of: Change | null;
}

interface Order {
  place: number;
  pieces: number;
  taken: number;
  isStale: boolean;
}

const DEFAULT_MARKUP = 15;

const isOwned = (own: object): boolean => 'feed' in own;
const same = isDeepStrictEqual;

/** Returns the value after an undo, and whether it had changed since. */
const undoneOwn = <Value>(now: Own<Value>, from: Own<Value>, to: Own<Value>): { own: Own<Value>; moved: boolean } => {
  const isChange = !same(from.value, to.value) || isOwned(from) !== isOwned(to);
  const moved = isChange && (!same(now.value, to.value) || isOwned(now) !== isOwned(to));
  const isNews = isOwned(now) && !same(now.feed, to.feed);
  const feed = isOwned(now) && (isNews || !isOwned(from)) ? now.feed : from.feed;
  if (!isChange || moved) return { own: isOwned(now) ? { value: now.value, feed: feed! } : now, moved };
  if (isOwned(from)) return { own: { value: from.value, feed: feed! }, moved };
  return { own: { value: isNews ? now.feed! : from.value }, moved };
};

/** The rules of a shop with a feed, in plain words and without plans (behavior 9.3 to 9.24). */
export class InventoryModel {
  readonly categories = new CategoryModel();
  items: Item[];
  reserved: number[];
  changes: Change[] = [];
  open: Order[] = [];
  shipped: Order[] = [];
  /** The pieces that the last sync read. */
  #figures: (number | null)[];

  constructor(products: readonly Stated[]) {
    this.items = products.map(({ name, category, pieces }) => ({
      ...{ listed: true, quantity: pieces!, markup: DEFAULT_MARKUP, held: null },
      ...{ name: { value: name }, category: { value: category } },
    }));
    this.reserved = products.map(() => 0);
    this.#figures = products.map(({ pieces }) => pieces);
    this.#writeCategories();
  }

  #writeCategories(): void {
    for (const { category } of this.items) if (category.value !== null) this.categories.write(category.value);
  }

  /** Something has set the stock of an item, so what was moved or shipped before is part of it. */
  #setStock(place: number): void {
    const stocks = this.changes.flatMap(({ items }) => items.filter((each) => each.place === place));
    for (const { stock } of stocks) if (stock) stock.isStale = true;
    for (const order of [...this.open, ...this.shipped]) if (order.place === place) order.isStale = true;
  }

  #commit(
    next: readonly Item[],
    { moved = [], of = null, boxes = [] }: { moved?: readonly number[]; of?: Change | null; boxes?: BoxChange[] } = {},
  ): Outcome {
    const items = next.flatMap((to, place): ItemChange[] => {
      const from = this.items[place]!;
      const stock = moved.includes(place) ? { isStale: false } : null;
      return same(from, to) ? [] : [{ place, from, to, stock }];
    });
    for (const { place, from, to, stock } of items) {
      const isSet = from.quantity !== to.quantity || from.listed !== to.listed || (from.held && !to.held);
      if (!stock && isSet) this.#setStock(place);
    }
    for (const box of boxes) this.categories.apply(box);
    this.items = [...next];
    this.#writeCategories();
    if (items.length + boxes.length === 0) return 'nothing';
    this.changes.push({ items, boxes, isUndone: false, of });
    return 'done';
  }

  #with(place: number, changed: Partial<Item>): Item[] {
    return this.items.map((item, each) => (each === place ? { ...item, ...changed } : item));
  }

  do(act: Act): Outcome {
    switch (act.do) {
      case 'sync':
        return this.#sync(act.products);
      case 'replace':
        return this.#replace(act.products);
      case 'order':
        return this.#order(act.item, act.pieces);
      case 'ship':
        return this.#ship();
      case 'unship':
        return this.#unship();
      case 'undo':
        return this.#undo(this.changes[act.change]);
      case 'rename':
      case 'merge':
      case 'unmerge': {
        const plan = this.categories.plan(act);
        if (plan === 'refused') return plan;
        return this.#commit(this.items, { boxes: plan ? [plan] : [] });
      }
    }
    if (!this.items[act.item]!.listed) return 'refused';
    if (act.do === 'edit') return this.#edit(act);
    if (act.do === 'giveBack') return this.#giveBack(act);
    return this.#stock(act);
  }

  #sync(products: readonly Stated[]): Outcome {
    const next = this.items.map((item, place): Item => {
      const { name, category, pieces } = products[place]!;
      if (!pieces) return { ...item, listed: false, held: null };
      const holds = item.held?.figure === pieces;
      return {
        ...item,
        ...{ listed: true, quantity: holds ? item.quantity : pieces, held: holds ? item.held : null },
        name: isOwned(item.name) ? { ...item.name, feed: name } : { value: name },
        category: isOwned(item.category) ? { ...item.category, feed: category } : { value: category },
      };
    });
    this.#figures = products.map(({ pieces }) => pieces);
    return this.#commit(next);
  }

  #replace(products: readonly Stated[]): Outcome {
    const next = this.items.map((item, place): Item => {
      const { name, category, pieces } = products[place]!;
      const reset = { markup: DEFAULT_MARKUP, held: null };
      const given = <Value>({ value, feed }: Own<Value>, owned: boolean) => ({ value: owned ? feed! : value });
      return pieces
        ? { ...reset, listed: true, quantity: pieces, name: { value: name }, category: { value: category } }
        : {
            ...item,
            ...reset,
            listed: false,
            name: given(item.name, isOwned(item.name)),
            category: given(item.category, isOwned(item.category)),
          };
    });
    const before = [...this.changes];
    const outcome = this.#commit(next);
    // A file sets the stock also if it states what was there.
    if (outcome === 'done') {
      for (const { stock } of before.flatMap(({ items }) => items)) if (stock) stock.isStale = true;
    }
    return outcome;
  }

  #edit({ item: place, name, category, markup }: Extract<Act, { do: 'edit' }>): Outcome {
    const item = this.items[place]!;
    const edited = <Value>(own: Own<Value>, value: Value): Own<Value> => ({
      value,
      feed: isOwned(own) ? own.feed! : own.value,
    });
    const { shown } = this.categories;
    const isOther = category !== undefined && shown.call(this.categories, category) !== this.shownCategory(place);
    return this.#commit(
      this.#with(place, {
        ...(name !== undefined && name !== item.name.value && { name: edited(item.name, name) }),
        ...(isOther && { category: edited(item.category, category) }),
        ...(markup !== undefined && { markup }),
      }),
    );
  }

  #giveBack({ item: place, field }: Extract<Act, { do: 'giveBack' }>): Outcome {
    const own = this.items[place]![field];
    return this.#commit(isOwned(own) ? this.#with(place, { [field]: { value: own.feed } }) : this.items);
  }

  #stock(act: Extract<Act, { do: 'stock' | 'count' }>): Outcome {
    const { quantity, held } = this.items[act.item]!;
    const moved = act.do === 'stock' ? act.delta : act.pieces - quantity;
    if (quantity + moved < 0) return 'refused';
    if (act.do === 'count') this.#setStock(act.item);
    const figure = held?.figure ?? this.#figures[act.item]!;
    const corrected = figure === null || moved === 0 ? held : { figure, by: (held?.by ?? 0) + moved };
    const next = this.#with(act.item, { quantity: quantity + moved, held: corrected });
    return this.#commit(next, { moved: [act.item] });
  }

  #order(place: number, pieces: number): Outcome {
    const { listed, quantity } = this.items[place]!;
    if (!listed || quantity - this.reserved[place]! < pieces) return 'refused';
    this.reserved[place]! += pieces;
    this.open.push({ place, pieces, taken: 0, isStale: false });
    return 'done';
  }

  /** The oldest order that is not shipped. */
  #ship(): Outcome {
    const order = this.open.shift();
    if (!order) return 'refused';
    const { place, pieces } = order;
    const { quantity } = this.items[place]!;
    order.taken = Math.min(quantity, pieces);
    order.isStale = false;
    this.items = this.#with(place, { quantity: quantity - order.taken });
    this.reserved[place]! -= pieces;
    this.shipped.push(order);
    return 'done';
  }

  /** The order that was shipped last is not shipped after all. */
  #unship(): Outcome {
    const order = this.shipped.pop();
    if (!order) return 'refused';
    const { place, pieces, taken, isStale } = order;
    this.reserved[place]! += pieces;
    if (!isStale) this.items = this.#with(place, { quantity: this.items[place]!.quantity + taken });
    this.open.unshift(order);
    return 'done';
  }

  #undo(change: Change | undefined): Outcome {
    if (!change || change.isUndone) return 'refused';
    const next = [...this.items];
    for (const each of change.items) next[each.place] = this.#undone(each);
    if (next.some(({ quantity }) => quantity < 0)) return 'refused';
    const boxes = change.boxes.flatMap((box) => this.categories.planUndo(box) ?? []);
    const moved = change.items.filter(({ stock }) => stock).map(({ place }) => place);
    const outcome = this.#commit(next, { moved, of: change, boxes });
    if (outcome === 'done') {
      change.isUndone = true;
      if (change.of) change.of.isUndone = false;
    }
    return outcome;
  }

  #undone({ place, from, to, stock }: ItemChange): Item {
    const now = this.items[place]!;
    if (stock) return stock.isStale ? now : this.#takenBack(now, from, to, this.#figures[place]!);
    const changed = (['listed', 'markup', 'quantity'] as const).filter((field) => from[field] !== to[field]);
    const moved = changed.filter((field) => now[field] !== to[field]);
    const name = undoneOwn(now.name, from.name, to.name);
    const category = undoneOwn(now.category, from.category, to.category);
    // Coming and going is undone as a whole or not at all.
    const cameOrWent = !from.listed || !to.listed;
    if (cameOrWent && (moved.length > 0 || name.moved || category.moved)) return now;
    const restored = changed.filter((field) => !moved.includes(field)).map((field) => [field, from[field]]);
    const isHeldAsThen = !same(from.held, to.held) && same(now.held, to.held) && !moved.includes('quantity');
    return {
      ...now,
      ...Object.fromEntries(restored),
      ...{ name: name.own, category: category.own, held: isHeldAsThen ? from.held : now.held },
    };
  }

  #takenBack(now: Item, from: Item, to: Item, feed: number | null): Item {
    const back = from.quantity - to.quantity;
    const figure = now.held?.figure ?? (from.held ? feed : null);
    const by = (now.held?.by ?? 0) + back;
    return { ...now, quantity: now.quantity + back, held: figure === null || by === 0 ? null : { figure, by } };
  }

  shownCategory(place: number): string | null {
    return this.categories.shown(this.items[place]!.category.value);
  }

  /** The items that are in the lists, as the panel shows them. */
  shown() {
    return this.items.flatMap(({ listed, quantity, markup, name, category, held }, place) =>
      listed
        ? [
            {
              ...{ place, quantity, reserved: this.reserved[place]!, markup, name: name.value },
              category: this.shownCategory(place),
              owned: [isOwned(name) && 'name', isOwned(category) && 'category'].filter(Boolean),
              isCorrected: held !== null,
            },
          ]
        : [],
    );
  }
}
