import type { QueryClient } from '@tanstack/react-query';
import { type AdminItem, getAdminInventory } from '#contract/inventory.ts';
import { ChangedIds, type Ids } from '#domain/changed-ids.ts';
import { ApiError, call } from './client.ts';
import { keepUnchanged, movesFigures, patchItems } from './patch-items.ts';

export const LOAD_FAILED = 'Failed to load inventory data';

export const itemsKey = ['admin', 'inventory'] as const;

/** Loads the listed items: those with the given ids, or all of them. The response may be a bare list. */
const fetchItems = async (ids: Ids, signal?: AbortSignal): Promise<readonly AdminItem[]> => {
  const response: { inventory: readonly AdminItem[] } | readonly AdminItem[] = await call(getAdminInventory, {
    query: ids ? { ids: ids.join(',') } : {},
    ...(signal && { signal }),
    fallback: LOAD_FAILED,
  });
  return 'inventory' in response ? response.inventory : response;
};

/**
 * The panel's list of items. It has a version, which counts what it got, and knows the version at which it got each item.
 * A response was made after the version at which its call was sent. If the list got something newer about an item in
 * between, either may be older, so neither is believed: the item is loaded once more.
 */
export class PanelList {
  readonly #client: QueryClient;
  /** What the shop reported as changed, and what was not believed. */
  readonly #changed = new ChangedIds();
  #version = 0;
  /** The versions at which the list got all items, and single ones since then. */
  #allAt = 0;
  readonly #itemAt = new Map<number, number>();
  readonly #sentAt = new WeakMap<AdminItem, number>();
  #reading: Promise<void> | null = null;
  /** True if figures may have changed with the list since somebody asked. */
  #movesFigures = false;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  get version(): number {
    return this.#version;
  }

  /** Loads all items. What the list got about an item while the response was on its way stays. */
  async load(signal: AbortSignal): Promise<readonly AdminItem[]> {
    const sent = this.#version;
    const loaded = await fetchItems(null, signal);
    const before = this.#items;
    const newer = before ? [...this.#itemAt.keys()].filter((id) => this.#gotSince(id, sent)) : [];
    this.#version += 1;
    this.#allAt = this.#version;
    this.#itemAt.clear();
    if (!before) return loaded;
    if (newer.length > 0) this.#loadAgain(newer);
    return keepUnchanged(before, patchItems(loaded, newer, before));
  }

  /** Sends a call that responds with an item, as does a refusal because of another value (behavior 9.4). */
  async send<Answer extends { item: AdminItem }>(send: () => Promise<Answer>): Promise<Answer> {
    const sent = this.#version;
    try {
      const answer = await send();
      this.#sentAt.set(answer.item, sent);
      return answer;
    } catch (error) {
      const item = error instanceof ApiError ? (error.body.item as AdminItem | undefined) : undefined;
      if (item) this.#sentAt.set(item, sent);
      throw error;
    }
  }

  /** Takes an item that a call has returned; null if the call, sent at that version, took it off the list. */
  put(id: number, item: AdminItem | null, sent = (item && this.#sentAt.get(item)) ?? this.#version): void {
    this.#take([id], item ? [item] : [], sent);
  }

  /** Loads items that changed, or with null all of them. */
  update(ids: Ids): Promise<void> {
    this.#changed.add(ids);
    return this.#catchUp();
  }

  /** Returns whether figures may have changed with the list since the last time. */
  takeMovesFigures(): boolean {
    const moves = this.#movesFigures;
    this.#movesFigures = false;
    return moves;
  }

  get #items(): readonly AdminItem[] | undefined {
    return this.#client.getQueryData(itemsKey);
  }

  /** The load of the whole list that is under way. */
  get #loading(): Promise<unknown> | undefined {
    const query = this.#client.getQueryCache().find({ queryKey: itemsKey });
    return query?.state.fetchStatus === 'fetching' ? query.promise?.catch(() => {}) : undefined;
  }

  #gotSince(id: number, sent: number): boolean {
    return Math.max(this.#allAt, this.#itemAt.get(id) ?? 0) > sent;
  }

  #take(ids: readonly number[], answered: readonly AdminItem[], sent: number): void {
    const before = this.#items;
    if (!before) return;
    const newest = ids.filter((id) => !this.#gotSince(id, sent));
    if (newest.length < ids.length) this.#loadAgain(ids.filter((id) => !newest.includes(id)));
    const items = patchItems(before, newest, answered);
    this.#movesFigures ||= movesFigures(before, items, newest);
    this.#version += 1;
    for (const id of newest) this.#itemAt.set(id, this.#version);
    this.#client.setQueryData(itemsKey, items);
  }

  #loadAgain(ids: readonly number[]): void {
    this.#changed.add(ids);
    void this.#catchUp();
  }

  #catchUp(): Promise<void> {
    this.#reading ??= this.#readChanged();
    return this.#reading;
  }

  /** Loads what changed, one call after the other. */
  async #readChanged(): Promise<void> {
    try {
      // A response with the whole list may be older than what changed since it was sent.
      for (let loading = this.#loading; loading; loading = this.#loading) {
        this.#movesFigures = true;
        await loading;
      }
      for (let ids = this.#changed.take(); ids !== undefined; ids = this.#changed.take()) {
        const sent = this.#version;
        // Without a list, because its load failed, all of it is missing.
        const items = ids && this.#items && (await fetchItems(ids));
        if (ids && items) this.#take(ids, items, sent);
        else await this.#loadAll();
      }
    } catch {
      void this.#loadAll();
    } finally {
      this.#reading = null;
    }
  }

  async #loadAll(): Promise<void> {
    this.#movesFigures = true;
    await this.#client.invalidateQueries({ queryKey: itemsKey });
  }
}

const lists = new WeakMap<QueryClient, PanelList>();

/** The list of this page. */
export const panelList = (client: QueryClient): PanelList => {
  const list = lists.get(client) ?? new PanelList(client);
  lists.set(client, list);
  return list;
};
