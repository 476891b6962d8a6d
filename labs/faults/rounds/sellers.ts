import type { Random } from '#demo/random.ts';
import type { Member } from '../../../tests/e2e/shop-api.ts';
import { call } from '../../../tests/faults/calls.ts';
import { inventoryForm } from '../../../tests/faults/fault-shop.ts';
import type { Ask } from '../checker/history.ts';
import type { Status } from '../checker/models.ts';
import type { Caller, Knowledge } from './members.ts';
import type { Place } from './place.ts';
import { PATIENCE_MS, type Recorder } from './recorder.ts';

interface Surroundings {
  place: Place;
  /** The address of the shop. */
  url: string;
  knowledge: Knowledge;
  recorder: Recorder;
  random: Random;
}

const STEPS: readonly Status[] = ['paid', 'shipped', 'completed', 'cancelled'];
const USUAL: Partial<Record<Status, Status>> = { awaiting_payment: 'paid', paid: 'shipped', shipped: 'completed' };

/** Calls of an admin. */
const adminCalls = ({ place, url, recorder }: Surroundings) => {
  const token = place.shop.adminToken;
  return (
    ask: Ask,
    path: string,
    options: { method?: string; json?: unknown; form?: FormData; takesKey?: boolean } = {},
  ) =>
    recorder
      .make(
        ask,
        (key) =>
          call(`${url}/api/admin${path}`, {
            token,
            patienceMs: PATIENCE_MS,
            ...options,
            ...(key !== null && { idempotencyKey: key }),
          }),
        { takesKey: options.takesKey ?? false },
      )
      .then((made) => made.call);
};

/** Moves receipts, mostly to the state that is next, and takes steps back. */
export const createOrderKeeper = (surroundings: Surroundings): Caller => {
  const { knowledge, random } = surroundings;
  const make = adminCalls(surroundings);
  return {
    name: 'orders',
    next: async () => {
      if (knowledge.receipts.length === 0) return false;
      const known = random.pick(knowledge.receipts);
      const receipt = known.id;
      const { status: from } = known;
      // Taking back a cancellation may pass a purchase limit, which the checker's rule for limits does not allow for.
      const undoes = random.whole(1, 4) === 1 && !(from === 'cancelled' && known.isLimited);
      const usual = USUAL[from] ?? random.pick(STEPS);
      const to = random.whole(1, 5) === 1 ? random.pick(STEPS) : usual;
      const made = undoes
        ? await make({ kind: 'receipt.undo', receipt, from }, `/receipts/${receipt}/undo`, {
            method: 'POST',
            json: { from },
            takesKey: true,
          })
        : await make({ kind: 'receipt.step', receipt, to }, `/receipts/${receipt}`, {
            method: 'PATCH',
            json: { status: to },
          });
      const seen = made.seen.receipt?.entries.at(-1)?.split(' ')[1] as Status | undefined;
      if (seen) known.status = seen;
      return made.outcome === 'ok';
    },
  };
};

/** Grants and deducts points. */
export const createPointsKeeper = (surroundings: Surroundings, members: readonly Member[]): Caller => {
  const { random } = surroundings;
  const make = adminCalls(surroundings);
  return {
    name: 'points',
    next: async () => {
      const { username: member } = random.pick(members);
      const points = random.whole(0, 2) === 0 ? -random.whole(1, 500) : random.whole(1, 300);
      const json = { username: member, points, reason: 'A round of faults' };
      const made = await make({ kind: 'points.give', member, points }, '/points', {
        method: 'POST',
        json,
        takesKey: true,
      });
      return made.outcome === 'ok';
    },
  };
};

/** Looks at items, sets markups, syncs and uploads. */
export const createInventoryKeeper = (surroundings: Surroundings): Caller => {
  const { place, random } = surroundings;
  const make = adminCalls(surroundings);
  let mayChangeFeed = true;

  const newFile = () =>
    place.products.map(({ id, file, mostStock }) => ({
      id,
      file: { ...file, qty: random.whole(Math.ceil(mostStock / 2), mostStock), price: random.whole(8, 30) },
    }));
  const asked = (files: ReturnType<typeof newFile>) =>
    files.map(({ id, file }) => ({ productId: id, stock: file.qty, price: file.price }));
  const look = () => {
    const productId = random.pick(place.products).id;
    return make({ kind: 'item.read', productId }, `/inventory/${productId}/explain`);
  };
  const mark = () => {
    const productId = random.pick(place.products).id;
    const markup = random.whole(0, 9);
    const json = { markupDollars: markup };
    return make({ kind: 'item.markup', productId, markup }, `/inventory/${productId}/markup`, {
      method: 'PATCH',
      json,
    });
  };
  const sync = async () => {
    const files = newFile();
    // A sync without an answer may still read the feed, so the feed stays as it is for the rest of the round.
    if (!mayChangeFeed) return look();
    place.feed.set(files.map(({ file }) => file));
    const made = await make({ kind: 'sync', products: asked(files) }, '/inventory/sync', { method: 'POST', json: {} });
    mayChangeFeed = made.outcome !== 'unknown';
    return made;
  };
  const upload = () => {
    const files = newFile();
    const form = inventoryForm(files.map(({ file }) => file));
    return make({ kind: 'upload', products: asked(files) }, '/inventory/replace-inventory', { method: 'POST', form });
  };

  const habits = [look, look, look, mark, mark, sync, upload];
  return {
    name: 'inventory',
    next: async () => {
      const { outcome, ask } = await random.pick<() => ReturnType<typeof look>>(habits)();
      return outcome === 'ok' && ask.kind !== 'item.read';
    },
  };
};

/** Registers accounts and signs in to them. */
export const createRegistrar = (surroundings: Surroundings, prefix: string): Caller => {
  const { place, url, recorder, random } = surroundings;
  const password = 'a long password';
  const known: string[] = [];
  let count = 0;
  const send = (path: string, json: object) => (key: string | null) =>
    call(`${url}${path}`, {
      method: 'POST',
      cookie: place.shop.gateCookie,
      json,
      patienceMs: PATIENCE_MS,
      ...(key !== null && { idempotencyKey: key }),
    });
  return {
    name: 'registrar',
    next: async () => {
      if (known.length > 0 && random.whole(1, 2) === 1) {
        const username = random.pick(known);
        await recorder.make({ kind: 'login', username }, send('/api/login', { username, password }));
        return false;
      }
      const username = `${prefix}-${++count}`;
      const account = { username, email: `${username}@example.test`, password, signalUsername: '', ageConfirmed: true };
      const { call: made } = await recorder.make({ kind: 'register', username }, send('/api/register', account), {
        takesKey: true,
      });
      if (made.outcome === 'ok') known.push(username);
      return made.outcome === 'ok';
    },
  };
};
