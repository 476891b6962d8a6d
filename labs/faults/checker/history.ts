import type { Entry, Status } from './models.ts';

/** A line of a cart, as an answer shows it. */
export interface SeenLine {
  productId: number;
  quantity: number;
  /** Pieces that this member can have. */
  available: number;
  /** Dollars. */
  unitPrice: number;
}

/** A receipt as far as its member or an admin sees it. */
export interface SeenReceipt {
  id: string;
  number: number;
  lines: { productId: number; quantity: number; unitPrice: number }[];
  /** The points that pay for it, and those that it earns when it is completed. */
  spent: number;
  earns: number;
  entries: Entry[];
}

/** What a call asks for. `member` is a user name. */
export type Ask =
  | { kind: 'register'; username: string }
  | { kind: 'login'; username: string }
  | { kind: 'cart.add'; member: string; productId: number; quantity: number }
  | { kind: 'cart.set'; member: string; productId: number; lineId: number; quantity: number }
  | { kind: 'cart.remove'; member: string; productId: number; lineId: number }
  | { kind: 'cart.read'; member: string }
  | { kind: 'cart.points'; member: string; points: number }
  | { kind: 'confirm'; member: string; key: string }
  | { kind: 'receipt.read'; member: string; receipt: string }
  | { kind: 'receipt.cancel'; member: string; receipt: string }
  | { kind: 'receipt.step'; receipt: string; to: Status }
  | { kind: 'receipt.undo'; receipt: string; from: Status }
  | { kind: 'points.give'; member: string; points: number }
  | { kind: 'points.read'; member: string }
  | { kind: 'item.read'; productId: number }
  | { kind: 'item.markup'; productId: number; markup: number }
  | { kind: 'sync'; products: readonly SetProduct[] }
  | { kind: 'upload'; products: readonly SetProduct[] };

/** What a file or feed sets. */
export interface SetProduct {
  productId: number;
  stock: number;
  /** Dollars. */
  price: number;
}

/** What an answer shows. Which fields there are depends on the call. */
export interface Seen {
  /** The whole cart. */
  lines?: SeenLine[];
  /** Ordered pieces of the limited kind. */
  ordered?: number;
  receipt?: SeenReceipt;
  balance?: number;
  item?: { stock: number; reserved: number };
  /** Pieces left, if a call was refused because they do not suffice. */
  left?: number;
}

/** A call as its caller saw it. One that was repeated with its key is one call, from its first start to its last end. */
export interface Call {
  ask: Ask;
  /** Monotonic milliseconds. */
  start: number;
  end: number;
  /** When the repetition began that was answered; `start` if there was none. */
  answeredFrom: number;
  /** `refused`: it had no effect. `unknown`: nobody told whether it had one. */
  outcome: 'ok' | 'refused' | 'unknown';
  /** The code of an error, otherwise null. */
  code: string | null;
  /** The request's Idempotency-Key, otherwise null. */
  key: string | null;
  seen: Seen;
}

/** What the database holds while nobody calls. */
export interface Snapshot {
  /** Monotonic milliseconds. */
  at: number;
  items: ReadonlyMap<number, { stock: number; reserved: number; version: number; price: number; markup: number }>;
  /** By user name. */
  balances: ReadonlyMap<string, number>;
  /** Pieces by `cartKey`. */
  cartLines: ReadonlyMap<string, number>;
  /** Every receipt with its member and the key of its order. */
  receipts: ReadonlyMap<string, StoredReceipt>;
  /** The keys of all calls that remember them. */
  keys: ReadonlySet<string>;
}

export interface StoredReceipt extends SeenReceipt {
  member: string;
  key: string | null;
  /** By product: what shipping took from the stock, and the item's version then. */
  taken: ReadonlyMap<number, readonly [pieces: number, version: number]>;
}

export const cartKey = (member: string, productId: number): string => `${member} ${productId}`;

/** A round of calls between two looks at the database, and what the checker has to know about the shop. */
export interface History {
  calls: readonly Call[];
  before: Snapshot;
  after: Snapshot;
  /** The user names of those whose carts and points are watched. Nobody else uses them. */
  members: readonly string[];
  /** Names by product. */
  products: ReadonlyMap<number, string>;
  /** The products that a purchase limit counts, and the most pieces of them. */
  limit: { products: ReadonlySet<number>; most: number };
  /** Dollars that an upload adds to each price. */
  defaultMarkup: number;
}

/** Names a call for people. */
export const nameOf = ({ ask, start, end, outcome, code }: Call): string => {
  const { kind, ...details } = ask;
  const shown = 'products' in details ? '' : ` ${JSON.stringify(details)}`;
  return `${kind}${shown} → ${code ?? outcome}, ${start.toFixed(0)}–${end.toFixed(0)} ms`;
};
