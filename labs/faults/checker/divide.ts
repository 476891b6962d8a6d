import type { Call, History, SeenLine, SeenReceipt, StoredReceipt } from './history.ts';
import { account, balance, cartLine, item, ordered, price, receipt, type Status } from './models.ts';
import { createObjects, type Objects } from './objects.ts';

/** A receipt with everything that its steps move. */
type Moved = SeenReceipt & { member: string };

const READS = { reads: true };

/**
 * Gives every object of a history its calls. An answer that shows things of different moments is several calls: the change
 * itself, and reads between the same start and end. Only what an answer promises is taken from it: a cart shows the own
 * change with everything else as it was at some moment of the call, and a list from the shop's memory promises no moment.
 */
export const divide = (history: History): Objects => {
  const objects = createObjects(history);
  const receipts = receiptsOf(history);
  for (const id of history.products.keys()) {
    objects.item(id);
    objects.price(id);
  }
  for (const member of history.members) {
    objects.balance(member);
    objects.ordered(member);
    for (const id of history.products.keys()) objects.cartLine(member, id);
  }
  for (const id of receipts.keys()) objects.receipt(id);
  for (const call of history.calls) meetObjects(objects, history, receipts, call);
  return objects;
};

/** Every receipt that an answer or the database shows. */
const receiptsOf = ({ calls, before, after }: History): Map<string, Moved> => {
  const told = calls.flatMap(({ ask, seen }) =>
    ask.kind === 'confirm' && seen.receipt ? [[seen.receipt.id, { ...seen.receipt, member: ask.member }] as const] : [],
  );
  return new Map<string, Moved>([...before.receipts, ...after.receipts, ...told]);
};

const meetObjects = (objects: Objects, history: History, receipts: Map<string, Moved>, call: Call): void => {
  if (call.outcome === 'refused') {
    meetRefusal(objects, history, receipts, call);
    return;
  }
  const { ask, seen } = call;
  switch (ask.kind) {
    case 'confirm':
      meetOrder(objects, history, call);
      break;
    case 'receipt.step':
      meetStep(objects, history, receipts.get(ask.receipt)!, call, ask.to);
      break;
    case 'receipt.cancel':
      meetCancel(objects, history, receipts.get(ask.receipt)!, call);
      objects.receipt(ask.receipt).meet(call, receipt.cancel);
      break;
    case 'receipt.undo':
      meetUndo(objects, history, receipts.get(ask.receipt)!, call, ask.from);
      break;
    case 'points.give':
      objects.balance(ask.member).meet(call, balance.add(ask.points, seen.balance ?? null));
      break;
    case 'points.read':
      objects.balance(ask.member).meet(call, balance.is(seen.balance!), READS);
      break;
    case 'cart.points':
      objects.balance(ask.member).meet(call, balance.isAtLeast(ask.points), READS);
      break;
    case 'item.read':
      objects.item(ask.productId).meet(call, item.has(seen.item!.stock, seen.item!.reserved), READS);
      break;
    case 'item.markup':
      objects.price(ask.productId).meet(call, price.mark(ask.markup));
      break;
    case 'sync':
    case 'upload':
      for (const { productId, stock, price: dollars } of ask.products) {
        objects.item(productId).meet(call, item.set(stock));
        const priced = ask.kind === 'sync' ? price.fromFeed(dollars) : price.fromUpload(dollars, history.defaultMarkup);
        objects.price(productId).meet(call, priced);
      }
      break;
    case 'register':
      objects.account(ask.username).meet(call, account.register);
      break;
    case 'login':
      objects.account(ask.username).meet(call, account.exists, READS);
      break;
    case 'cart.add':
    case 'cart.set':
    case 'cart.remove':
      meetLine(objects, call, ask);
      break;
  }
  if ('receipt' in ask && seen.receipt) {
    objects.receipt(ask.receipt).meet(call, receipt.is(seen.receipt.entries), READS);
  }
  if ('member' in ask && seen.lines) meetCart(objects, history, call, ask.member, seen.lines);
};

/** The line that a call changes. A repetition shows the line as it is later, so it shows no result. */
const meetLine = (
  objects: Objects,
  call: Call,
  ask: Extract<Call['ask'], { kind: 'cart.add' | 'cart.set' | 'cart.remove' }>,
): void => {
  const line = objects.cartLine(ask.member, ask.productId);
  const shown = call.seen.lines?.find(({ productId }) => productId === ask.productId)?.quantity ?? null;
  if (ask.kind === 'cart.add') line.meet(call, cartLine.add(ask.quantity, isRepeated(call) ? null : shown));
  else if (ask.kind === 'cart.set') line.meet(call, cartLine.set(ask.quantity));
  else line.meet(call, cartLine.remove);
};

const isRepeated = ({ start, answeredFrom }: Call): boolean => start !== answeredFrom;

/** What a cart shows next to the line that the call itself changes. */
const meetCart = (objects: Objects, history: History, call: Call, member: string, lines: readonly SeenLine[]): void => {
  const changed = 'productId' in call.ask && !isRepeated(call) ? call.ask.productId : null;
  for (const id of history.products.keys()) {
    const line = lines.find(({ productId }) => productId === id);
    if (id !== changed) objects.cartLine(member, id).meet(call, cartLine.is(line?.quantity ?? 0), READS);
    if (!line) continue;
    objects.item(id).meet(call, item.isFree(line.available), READS);
    // In a cart line the price of a piece is that of the same moment.
    objects.price(id).meet(call, price.is(line.unitPrice), READS);
  }
  if (call.seen.ordered !== undefined) objects.ordered(member).meet(call, ordered.is(call.seen.ordered), READS);
};

/** An order without an answer took effect if the database has a receipt with its key, and then before the look at it. */
const meetOrder = (objects: Objects, history: History, call: Call): void => {
  if (call.ask.kind !== 'confirm') return;
  const { member, key } = call.ask;
  const stored = [...history.after.receipts.values()].find((each: StoredReceipt) => each.key === key);
  const made = call.seen.receipt ?? stored;
  if (!made) return;
  const end = call.outcome === 'ok' ? call.end : history.after.at;
  // A repetition shows the order of the attempt that made it, with the cart and the prices of that moment.
  const order: Call = { ...call, outcome: 'ok', end, answeredFrom: call.start };
  objects.receipt(made.id).meet(order, (state) => (state.length === 0 ? ['step awaiting_payment'] : null));
  for (const id of history.products.keys()) {
    const line = made.lines.find(({ productId }) => productId === id);
    if (!line) {
      objects.cartLine(member, id).meet(order, cartLine.is(0), { reads: true });
      continue;
    }
    objects.cartLine(member, id).meet(order, cartLine.order(line.quantity));
    objects.item(id).meet(order, item.reserve(line.quantity));
    objects.price(id).meet(order, price.is(line.unitPrice), { reads: true });
  }
  if (made.spent > 0) objects.balance(member).meet(order, balance.add(-made.spent));
  const limited = limitedPieces(history, made);
  if (limited > 0) objects.ordered(member).meet(order, ordered.order(limited, history.limit.most));
};

const limitedPieces = ({ limit }: History, { lines }: SeenReceipt): number =>
  lines.reduce((sum, line) => sum + (limit.products.has(line.productId) ? line.quantity : 0), 0);

const meetStep = (objects: Objects, history: History, moved: Moved, call: Call, to: Status): void => {
  objects.receipt(moved.id).meet(call, receipt.step(to));
  if (to === 'cancelled') meetCancel(objects, history, moved, call);
  if (to === 'completed' && moved.earns > 0) objects.balance(moved.member).meet(call, balance.add(moved.earns));
  if (to !== 'shipped') return;
  for (const { productId, quantity } of moved.lines) {
    objects.item(productId).meet(call, item.ship(moved.id, quantity));
  }
};

/** What every cancellation gives back. */
const meetCancel = (objects: Objects, history: History, moved: Moved, call: Call): void => {
  for (const { productId, quantity } of moved.lines) objects.item(productId).meet(call, item.release(quantity));
  if (moved.spent > 0) objects.balance(moved.member).meet(call, balance.add(moved.spent));
  const limited = limitedPieces(history, moved);
  if (limited > 0) objects.ordered(moved.member).meet(call, ordered.cancel(limited));
};

const meetUndo = (objects: Objects, history: History, moved: Moved, call: Call, from: Status): void => {
  objects.receipt(moved.id).meet(call, receipt.undo(from));
  const points = pointsTaken(moved, from);
  if (points > 0) objects.balance(moved.member).meet(call, balance.add(-points));
  for (const { productId, quantity } of moved.lines) {
    if (from === 'shipped') objects.item(productId).meet(call, item.unship(moved.id, quantity));
    if (from === 'cancelled') objects.item(productId).meet(call, item.reserve(quantity));
  }
  const limited = limitedPieces(history, moved);
  if (from === 'cancelled' && limited > 0) objects.ordered(moved.member).meet(call, ordered.undoCancel(limited));
};

/** The points that undoing a step takes. */
const pointsTaken = ({ earns, spent }: SeenReceipt, from: Status): number => {
  if (from === 'completed') return earns;
  return from === 'cancelled' ? spent : 0;
};

/** A refusal has no effect, but some of them say what the object was like. */
const meetRefusal = (objects: Objects, history: History, receipts: Map<string, Moved>, call: Call): void => {
  const { ask, code, seen } = call;
  if ('productId' in ask && code === 'not_enough_stock' && seen.left !== undefined) {
    objects.item(ask.productId).meet(call, item.isFree(seen.left), READS);
  }
  switch (ask.kind) {
    case 'confirm':
      if (code !== 'cart_empty') return;
      for (const id of history.products.keys()) objects.cartLine(ask.member, id).meet(call, cartLine.is(0), READS);
      return;
    case 'cart.points':
      if (code === 'points_short') objects.balance(ask.member).meet(call, balance.isBelow(ask.points), READS);
      return;
    case 'points.give':
      if (code === 'not_enough_points') objects.balance(ask.member).meet(call, balance.isBelow(-ask.points), READS);
      return;
    case 'receipt.step':
      if (code === 'step_not_allowed') objects.receipt(ask.receipt).meet(call, receipt.refusedStep(ask.to), READS);
      return;
    case 'receipt.cancel':
      if (code === 'step_not_allowed') objects.receipt(ask.receipt).meet(call, receipt.refusedCancel, READS);
      return;
    case 'receipt.undo': {
      if (code === 'step_not_allowed') objects.receipt(ask.receipt).meet(call, receipt.refusedUndo(ask.from), READS);
      if (code !== 'not_enough_stock' && code !== 'points_spent') return;
      objects.receipt(ask.receipt).meet(call, receipt.isAt(ask.from), READS);
      const moved = receipts.get(ask.receipt)!;
      const points = pointsTaken(moved, ask.from);
      if (code === 'points_spent') objects.balance(moved.member).meet(call, balance.isBelow(points), READS);
      return;
    }
    case 'register':
      if (code === 'username_taken') objects.account(ask.username).meet(call, account.exists, READS);
      return;
    case 'login':
      if (code === 'wrong_credentials') objects.account(ask.username).meet(call, account.isUnknown, READS);
      return;
  }
};
