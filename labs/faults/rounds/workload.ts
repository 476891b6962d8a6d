import { createRandom } from '#demo/random.ts';
import { pause, waitUntil } from '../../../tests/faults/wait.ts';
import type { Call } from '../checker/history.ts';
import { type Caller, createMember, type Knowledge } from './members.ts';
import type { Place } from './place.ts';
import { createRecorder } from './recorder.ts';
import { createInventoryKeeper, createOrderKeeper, createPointsKeeper, createRegistrar } from './sellers.ts';

/** Members, admins and visitors who call the shop all the time. */
export interface Workload {
  /** Waits until this many more calls were acknowledged. */
  acknowledged(calls: number): Promise<void>;
  /** Waits until this many more calls got no answer, or were refused because the shop cannot do them. */
  turnedAway(calls: number): Promise<void>;
  /** Milliseconds from this time until a change of each member was acknowledged again; null if that takes too long. */
  recovery(since: number): Promise<number | null>;
  /** Ends it, once the outcome of each call that can be repeated is known. */
  stop(): Promise<{ calls: readonly Call[]; problems: readonly string[]; acknowledged: number; members: string[] }>;
}

/** Each member has two devices, so that calls meet in a cart. */
const MEMBERS = 4;
const DEVICES = 2;

// Generous, for a busy machine: they only end what hangs. The first is the time without any progress.
const PATIENCE_MS = 60_000;
const RECOVERY_PATIENCE_MS = 180_000;
/** Signing in is slow on purpose, so few do it. */
const REGISTRAR_PAUSE_MS = 150;

interface Options {
  /** The choices of all callers follow from it. */
  seed: string;
  /** Calls may get no answer, because the shop itself is killed. */
  mayBreak: boolean;
  /** Another address of the shop. */
  url?: string;
}

/** Starts the callers of a round. */
export const startWorkload = (place: Place, { seed, mayBreak, url = place.shop.url }: Options): Workload => {
  const recorder = createRecorder({ mayBreak });
  const knowledge: Knowledge = { carts: new Map(), receipts: [] };
  const members = place.shop.members.slice(0, MEMBERS);
  const randomOf = (name: string) => createRandom(`${seed} ${name}`);
  const seller = (name: string) => ({ place, url, knowledge, recorder, random: randomOf(name) });
  const devices = members.flatMap((member, index) =>
    Array.from({ length: DEVICES }, (_, device): Caller => {
      const name = `member ${index}, device ${device}`;
      const surroundings = { url, products: place.products, knowledge, recorder };
      return createMember(surroundings, member, { random: randomOf(name), name, buysLimited: index === 0 });
    }),
  );
  const callers: Caller[] = [
    ...devices,
    createOrderKeeper(seller('orders 1')),
    createOrderKeeper(seller('orders 2')),
    createPointsKeeper(seller('points'), members),
    createInventoryKeeper(seller('inventory')),
    createRegistrar(seller('registrar'), `new-${Date.now().toString(36)}`),
  ];

  const changedAt = new Map<Caller, number>();
  let isOpen = true;
  const work = async (caller: Caller) => {
    while (isOpen) {
      if (await caller.next()) changedAt.set(caller, performance.now());
      await pause(caller.name === 'registrar' ? REGISTRAR_PAUSE_MS : 1);
    }
  };
  const working = Promise.all(callers.map(work));

  /** Waits until a number has grown by so many. */
  const growth = async (count: () => number, by: number, what: string): Promise<void> => {
    const goal = count() + by;
    for (let last = count(); last < goal; last = count()) {
      await waitUntil(() => count() > last, { timeout: PATIENCE_MS, interval: 1, what });
    }
  };

  return {
    acknowledged: (calls) => growth(() => recorder.acknowledged, calls, 'a call was acknowledged'),
    turnedAway: (calls) => growth(() => recorder.turnedAway, calls, 'a call was turned away'),
    recovery: async (since) => {
      const firsts = new Map<Caller, number>();
      const areAllBack = () => {
        for (const caller of devices) {
          const at = changedAt.get(caller) ?? 0;
          if (at > since && !firsts.has(caller)) firsts.set(caller, at);
        }
        return firsts.size === devices.length;
      };
      const isBack = await waitUntil(areAllBack, { timeout: RECOVERY_PATIENCE_MS }).then(
        () => true,
        () => false,
      );
      return isBack ? Math.max(...firsts.values()) - since : null;
    },
    stop: async () => {
      isOpen = false;
      recorder.stop();
      await working;
      const { calls, problems, acknowledged } = recorder;
      return { calls, problems, acknowledged, members: members.map(({ username }) => username) };
    },
  };
};
