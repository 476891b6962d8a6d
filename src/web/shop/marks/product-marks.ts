import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Alert } from '#contract/alerts.ts';
import { messageOf } from '../../api/client.ts';
import {
  deleteAlert,
  deleteFavorite,
  fetchAlerts,
  fetchFavorites,
  sendAlert,
  sendFavorite,
} from '../../api/queries/marks.ts';
import { pressMoment, toast } from '../../ui/toast.ts';

/** The product that a mark is about. */
export interface MarkedProduct {
  id: number;
  name: string;
}

/** The products that the member has marked, as a page holds them. */
export interface Marks<Mark> {
  /** As the shop has them, by product, the last one first. Null until they are fetched. */
  stored: ReadonlyMap<number, Mark> | null;
  /** Presses that the shop has not confirmed: whether each product is to be marked. */
  wanted: ReadonlyMap<number, boolean>;
  /** Why they could not be fetched. */
  failure: string | null;
}

interface Source<Mark> {
  fetchAll: () => Promise<readonly (readonly [productId: number, mark: Mark])[]>;
  add: (productId: number) => Promise<unknown>;
  remove: (productId: number) => Promise<unknown>;
  /** A mark that was just made. */
  newMark: (productId: number) => Mark;
  /** `pressedAt` is the moment of the last press on the product. */
  onFailure: (product: MarkedProduct, isMarked: boolean, error: unknown, pressedAt: number | undefined) => void;
}

export interface MarkStore<Mark> {
  use: UseBoundStore<StoreApi<Marks<Mark>>>;
  /** Fetches the marks. */
  load: () => Promise<void>;
  /** Marks a product or takes the mark back. It shows at once, and is undone if the shop refuses it. */
  set: (product: MarkedProduct, isMarked: boolean) => void;
  /** The shop has ended a mark by itself. */
  forget: (productId: number) => void;
}

/** Creates a store of marks. The presses on one product are sent one after the other, and only the last one counts. */
export const createMarks = <Mark>({ fetchAll, add, remove, newMark, onFailure }: Source<Mark>): MarkStore<Mark> => {
  const use = create<Marks<Mark>>(() => ({ stored: null, wanted: new Map(), failure: null }));
  const sending = new Set<number>();
  const pressedAt = new Map<number, number>();
  let loading: Promise<void> | null = null;
  /** Counts the changes made here, because a list that was being fetched may miss them. */
  let changes = 0;
  /** True if the marks have to be fetched once nothing is being sent. */
  let isBehind = false;

  const fetchCurrent = async (): Promise<void> => {
    for (;;) {
      const before = changes;
      const fetched = await fetchAll();
      if (sending.size > 0) {
        isBehind = true;
        return;
      }
      if (before === changes) return use.setState({ stored: new Map(fetched), failure: null });
    }
  };
  const load = (): Promise<void> => {
    loading ??= fetchCurrent()
      .catch((error: unknown) => use.setState({ failure: messageOf(error, 'Something went wrong') }))
      .finally(() => {
        loading = null;
      });
    return loading;
  };

  const store = (productId: number, isMarked: boolean): void => {
    changes += 1;
    const { stored } = use.getState();
    if (stored === null) return;
    const others = [...stored].filter(([id]) => id !== productId);
    use.setState({ stored: new Map(isMarked ? [[productId, newMark(productId)], ...others] : others) });
  };
  const settle = (productId: number): void => {
    const wanted = new Map(use.getState().wanted);
    wanted.delete(productId);
    use.setState({ wanted });
  };
  const send = async (product: MarkedProduct): Promise<void> => {
    const { id } = product;
    sending.add(id);
    let sent = use.getState().wanted.get(id)!;
    try {
      for (;;) {
        await (sent ? add(id) : remove(id));
        store(id, sent);
        const next = use.getState().wanted.get(id)!;
        if (next === sent) break;
        sent = next;
      }
    } catch (error) {
      // Perhaps the shop has it nevertheless.
      isBehind = true;
      onFailure(product, sent, error, pressedAt.get(id));
    }
    sending.delete(id);
    settle(id);
    if (sending.size > 0 || !(isBehind || use.getState().stored === null)) return;
    isBehind = false;
    void load();
  };

  return {
    use,
    load,
    set: (product, isMarked) => {
      pressedAt.set(product.id, pressMoment());
      use.setState(({ wanted }) => ({ wanted: new Map(wanted).set(product.id, isMarked) }));
      if (!sending.has(product.id)) void send(product);
    },
    forget: (productId) => {
      if (use.getState().stored?.has(productId)) store(productId, false);
    },
  };
};

/** The member's favorites. */
export const favorites = createMarks<true>({
  fetchAll: async () => (await fetchFavorites()).map((id) => [id, true] as const),
  add: sendFavorite,
  remove: deleteFavorite,
  newMark: () => true,
  onFailure: ({ name }, isMarked, error, pressedAt) => {
    const title = isMarked ? `${name} is not among your favorites` : `${name} is still among your favorites`;
    toast({ title, description: messageOf(error, 'Something went wrong'), kind: 'error' }, pressedAt);
  },
});

/** The member's alerts on products that were sold out. */
export const alerts = createMarks<Alert>({
  fetchAll: async () => (await fetchAlerts()).map((alert) => [alert.productId, alert] as const),
  add: sendAlert,
  remove: deleteAlert,
  newMark: (productId) => ({ productId, createdAt: new Date().toISOString(), backAt: null }),
  onFailure: (_product, _isMarked, error, pressedAt) =>
    toast({ title: 'Error', description: messageOf(error, 'Something went wrong'), kind: 'error' }, pressedAt),
});

/** Returns whether a product is a favorite. */
export const useIsFavorite = (productId: number): boolean =>
  favorites.use(({ stored, wanted }) => wanted.get(productId) ?? stored?.has(productId) ?? false);

/**
 * Returns whether the member waits for a product that is sold out. An alert of an earlier return does not wait any
 * more.
 */
export const useIsWaiting = (productId: number): boolean =>
  alerts.use(({ stored, wanted }) => wanted.get(productId) ?? stored?.get(productId)?.backAt === null);

/** Fetches both, for a page that shows them. */
export const loadMarks = (): void => {
  void favorites.load();
  void alerts.load();
};
