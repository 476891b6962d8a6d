/*
 * What each kind of object promises, as effects on its state. An effect returns the state after a call, or null if the
 * call, as it was answered, is impossible in this state. These rules are written down a second time on purpose: they must
 * not share a mistake with the shop. States are plain data.
 */

export type Effect<State> = (state: State) => State | null;

/** A state stays as it is, if this is true of it. */
const sees =
  <State>(isSeen: (state: State) => boolean): Effect<State> =>
  (state) =>
    isSeen(state) ? state : null;

/** An item: its stock, and the part of it that is promised (behavior 6.5, 7.2, 7.7). */
export interface ItemState {
  stock: number;
  reserved: number;
  /** How often the stock was set to another number. */
  version: number;
  /** What each shipped receipt took from the stock, and the version then. */
  taken: Readonly<Record<string, readonly [pieces: number, version: number]>>;
}

const free = ({ stock, reserved }: ItemState): number => Math.max(0, stock - reserved);

export const item = {
  /** An order, or the undo of a cancellation. */
  reserve:
    (pieces: number): Effect<ItemState> =>
    (state) =>
      free(state) >= pieces ? { ...state, reserved: state.reserved + pieces } : null,
  /** A cancellation. Releasing what is not reserved is impossible. */
  release:
    (pieces: number): Effect<ItemState> =>
    (state) =>
      state.reserved >= pieces ? { ...state, reserved: state.reserved - pieces } : null,
  /** A feed may have deducted the pieces already, so shipping takes what is there. */
  ship:
    (receipt: string, pieces: number): Effect<ItemState> =>
    ({ stock, reserved, version, taken }) => {
      const gone = Math.min(stock, pieces);
      const after = { stock: stock - gone, reserved: reserved - pieces, version };
      return reserved < pieces ? null : { ...after, taken: { ...taken, [receipt]: [gone, version] } };
    },
  unship:
    (receipt: string, pieces: number): Effect<ItemState> =>
    ({ stock, reserved, version, taken: { [receipt]: took, ...taken } }) => {
      if (!took) return null;
      const [gone, then] = took;
      return { stock: then === version ? stock + gone : stock, reserved: reserved + pieces, version, taken };
    },
  /** A sync or an upload. */
  set:
    (stock: number): Effect<ItemState> =>
    (state) =>
      state.stock === stock ? state : { ...state, stock, version: state.version + 1 },
  isFree: (pieces: number) => sees<ItemState>((state) => free(state) === pieces),
  has: (stock: number, reserved: number) =>
    sees<ItemState>((state) => state.stock === stock && state.reserved === reserved),
};

/** What a piece costs, in dollars (behavior 4.5). */
export interface PriceState {
  price: number;
  markup: number;
}

export const price = {
  fromFeed:
    (dollars: number): Effect<PriceState> =>
    ({ markup }) => ({ price: dollars, markup }),
  fromUpload:
    (dollars: number, markup: number): Effect<PriceState> =>
    () => ({ price: dollars, markup }),
  mark:
    (markup: number): Effect<PriceState> =>
    ({ price: base }) => ({ price: base, markup }),
  is: (dollars: number) => sees<PriceState>(({ price: base, markup }) => Math.ceil(base + markup) === dollars),
};

/** The pieces of one product in one cart (behavior 6.2 to 6.5). 0: there is no line. */
export const cartLine = {
  /** `shown` is the number in the answer; null if the answer is that of a repetition. */
  add:
    (pieces: number, shown: number | null): Effect<number> =>
    (quantity) =>
      shown === null || shown === quantity + pieces ? quantity + pieces : null,
  set:
    (pieces: number): Effect<number> =>
    (quantity) =>
      quantity > 0 ? pieces : null,
  remove: ((quantity) => (quantity > 0 ? 0 : null)) satisfies Effect<number>,
  /** An order takes the whole line. */
  order:
    (pieces: number): Effect<number> =>
    (quantity) =>
      quantity === pieces ? 0 : null,
  is: (pieces: number) => sees<number>((quantity) => quantity === pieces),
};

/** A balance of points (behavior 8.1 to 8.6), which is never below 0. */
export const balance = {
  /** A negative number takes points. `shown` is the balance in the answer, if it has one. */
  add:
    (points: number, shown: number | null = null): Effect<number> =>
    (before) => {
      const after = before + points;
      return after >= 0 && (shown === null || shown === after) ? after : null;
    },
  is: (points: number) => sees<number>((before) => before === points),
  isAtLeast: (points: number) => sees<number>((before) => before >= points),
  isBelow: (points: number) => sees<number>((before) => before < points),
};

/** The pieces that a member has ordered of a limited kind (behavior 6.11). */
export const ordered = {
  order:
    (pieces: number, most: number): Effect<number> =>
    (before) =>
      before + pieces <= most ? before + pieces : null,
  cancel:
    (pieces: number): Effect<number> =>
    (before) =>
      before >= pieces ? before - pieces : null,
  undoCancel:
    (pieces: number): Effect<number> =>
    (before) =>
      before + pieces,
  is: (pieces: number) => sees<number>((before) => before === pieces),
};

export type Status = 'awaiting_payment' | 'paid' | 'shipped' | 'completed' | 'cancelled';

/** One entry of a receipt's history, such as "step paid" or "undo awaiting_payment". */
export type Entry = `${'step' | 'undo'} ${Status}`;

/** The history of a receipt, oldest first (behavior 7.1, 7.7). */
export type ReceiptState = readonly Entry[];

const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  awaiting_payment: ['paid', 'cancelled'],
  paid: ['shipped', 'cancelled'],
  shipped: ['completed'],
  completed: [],
  cancelled: [],
};

const statusIn = (entry: Entry | undefined): Status | null => (entry ? (entry.split(' ')[1] as Status) : null);

const statusOf = (state: ReceiptState): Status | null => statusIn(state.at(-1));

const before = (state: ReceiptState): Status | null => {
  const status = statusOf(state);
  const leadsHere = (entry: Entry) => NEXT[statusIn(entry)!].includes(status!);
  return statusIn(state.findLast(leadsHere));
};

const mayStep = (state: ReceiptState, to: Status): boolean => {
  const status = statusOf(state);
  return status !== null && NEXT[status].includes(to);
};

const mayUndo = (state: ReceiptState, from: Status): boolean => statusOf(state) === from && before(state) !== null;

export const receipt = {
  step:
    (to: Status): Effect<ReceiptState> =>
    (state) =>
      mayStep(state, to) ? [...state, `step ${to}`] : null,
  refusedStep: (to: Status) => sees<ReceiptState>((state) => !mayStep(state, to)),
  /** Only awaiting payment, a member may cancel. */
  cancel: ((state) =>
    statusOf(state) === 'awaiting_payment' ? [...state, 'step cancelled'] : null) satisfies Effect<ReceiptState>,
  refusedCancel: sees<ReceiptState>((state) => statusOf(state) !== 'awaiting_payment'),
  undo:
    (from: Status): Effect<ReceiptState> =>
    (state) =>
      mayUndo(state, from) ? [...state, `undo ${before(state)!}`] : null,
  refusedUndo: (from: Status) => sees<ReceiptState>((state) => !mayUndo(state, from)),
  /** The undo was legal, but stock or points were gone. */
  isAt: (from: Status) => sees<ReceiptState>((state) => statusOf(state) === from),
  is: (history: ReceiptState) => sees<ReceiptState>((state) => state.join() === history.join()),
};

/** Whether an account exists. */
export const account = {
  register: ((exists) => (exists ? null : true)) satisfies Effect<boolean>,
  exists: sees<boolean>((exists) => exists),
  isUnknown: sees<boolean>((exists) => !exists),
};
