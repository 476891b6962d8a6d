import { beforeLeaving } from './paths.ts';

/*
 * "Back closes what is open" (behavior 11.8). Each open layer has one history entry above the page's own entry, with
 * the same address. So the back button closes the top layer, and closing it otherwise removes the entry again. The
 * browser goes back some time after the call, so the entries are settled when they have arrived.
 */

/** Something open over a page, such as a dialog or a step of the way in. */
export interface Layer {
  /** Closes it, as Escape does. Called when the person goes back. A layer that stays open gets its entry again. */
  close: () => void;
  /** The query parameter that opens it, if the address does. */
  parameter?: string | undefined;
}

/** The state of the entry of a layer, next to what others store in it. */
interface EntryState {
  /** How many layers are open at this entry. */
  layers?: number;
  /** The address of the entry below. */
  over?: string;
  parameter?: string | undefined;
  /** The address changed while layers were open. The page's own entry gets the change when they are closed. */
  moved?: 'push' | 'replace';
}

type BrowserWindow = Pick<Window, 'addEventListener' | 'setTimeout'> & {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>;
  location: Pick<Location, 'pathname' | 'search'>;
};

const depthOf = ({ layers = 0 }: EntryState): number => layers;

/** The state without what belongs to a layer. */
const pageState = ({ layers: _, over: __, parameter: ___, moved: ____, ...rest }: EntryState): object => rest;

const queryOf = (address: string): URLSearchParams => new URLSearchParams(address.split('?')[1]);

const withoutParameter = (address: string, name: string): string => {
  const query = queryOf(address);
  if (!query.has(name)) return address;
  query.delete(name);
  const path = address.split('?')[0]!;
  return query.size > 0 ? `${path}?${query}` : path;
};

export class LayerHistory {
  readonly #window: BrowserWindow;
  readonly #open: Layer[] = [];
  /** At which place each layer got its entry, from 1. */
  readonly #places = new Map<Layer, number>();
  /** The current entry. After a step it is the entry that was left. */
  #entry: { state: EntryState; address: string };
  /** How many layers are open where the shop itself goes back to. Null if it is not going back. */
  #goingTo: number | null = null;
  /** The entries do not fit the open layers yet. */
  #isUnsettled = false;

  constructor(window: BrowserWindow) {
    this.#window = window;
    this.#entry = this.#read();
    const update = () => {
      this.#entry = this.#read();
    };
    // wouter dispatches these two for each change, no matter which code makes it.
    window.addEventListener('pushState', update);
    window.addEventListener('replaceState', update);
    // Captured, so that the address is right before anybody reads it.
    window.addEventListener('popstate', () => this.#onStep(), { capture: true });
  }

  /** Adds a layer on top of the open ones. Returns a function that removes it, once it is closed. */
  open(layer: Layer): () => void {
    this.#open.push(layer);
    // At once, because the person may go back at once.
    if (this.#goingTo === null) this.#addMissing();
    return () => {
      this.#open.splice(this.#open.indexOf(layer), 1);
      this.#places.delete(layer);
      this.#settleSoon();
    };
  }

  /** Goes to another address of the shop. Open layers stay above it. */
  navigate(to: string, { replace = false, state = null }: { replace?: boolean; state?: unknown } = {}): void {
    const { history } = this.#window;
    const { state: own } = this.#read();
    const next = (replace ? (state ?? own) : state) as object | null;
    if (depthOf(own) === 0) {
      history[replace ? 'replaceState' : 'pushState'](next, '', to);
    } else if (this.#open.length === 0 && this.#goingTo === null && !this.#isUnsettled) {
      // The entry of a layer that was lost in a reload.
      history.replaceState(next, '', to);
    } else {
      const { layers, over, parameter } = own;
      const moved = replace && own.moved !== 'push' ? 'replace' : 'push';
      history.replaceState({ ...next, layers, over, parameter, moved }, '', to);
    }
  }

  #read() {
    const { history, location } = this.#window;
    return { state: (history.state ?? {}) as EntryState, address: location.pathname + location.search };
  }

  #addMissing(): void {
    const { history } = this.#window;
    for (const [index, layer] of this.#open.entries()) {
      if (!this.#places.has(layer)) this.#places.set(layer, index + 1);
    }
    for (const { parameter } of this.#open.slice(depthOf(this.#read().state))) {
      const { state, address } = this.#read();
      const over = parameter ? withoutParameter(address, parameter) : address;
      // An address that opened the layer by itself, such as a link from a chat, gets the page below.
      if (over !== address) history.replaceState(state, '', over);
      const layers = depthOf(state) + 1;
      history.pushState({ ...pageState(state), layers, over, ...(over !== address && { parameter }) }, '', address);
    }
  }

  /** After the owners of closed layers have updated the page. */
  #settleSoon(): void {
    this.#isUnsettled = true;
    this.#window.setTimeout(() => this.#settle(), 0);
  }

  #settle(): void {
    if (this.#goingTo !== null) return;
    this.#isUnsettled = false;
    const { history } = this.#window;
    const { state, address } = this.#read();
    const depth = depthOf(state);
    // A layer below has closed. The one that the address opens gets a new entry, and the address comes along.
    const misplaced = this.#open.findIndex(
      (layer, index) => layer.parameter !== undefined && (this.#places.get(layer) ?? index + 1) !== index + 1,
    );
    if (misplaced >= 0) {
      for (const layer of this.#open.slice(misplaced)) this.#places.delete(layer);
      history.replaceState({ ...state, moved: state.moved ?? 'replace' }, '', address);
      this.#goTo(misplaced);
      return;
    }
    if (depth <= this.#open.length) {
      this.#addMissing();
      return;
    }
    const { parameter } = state;
    const isLoading =
      depth === this.#open.length + 1 &&
      parameter !== undefined &&
      queryOf(address).has(parameter) &&
      !this.#open.some((layer) => layer.parameter === parameter);
    if (!isLoading) this.#goTo(this.#open.length);
  }

  #goTo(depth: number): void {
    this.#goingTo = depth;
    this.#window.history.go(depth - depthOf(this.#read().state));
  }

  /** The browser has gone back or forward. */
  #onStep(): void {
    const left = this.#entry;
    const goingTo = this.#goingTo;
    this.#goingTo = null;
    this.#entry = this.#read();
    const { state, address } = this.#entry;
    const depth = depthOf(state);
    const isBack = depth < depthOf(left.state);
    const closing = goingTo === null || depth < goingTo ? this.#open.slice(depth) : [];

    if (isBack && goingTo === null && closing.length === 0) {
      // The entry of a layer that was lost in a reload: this step showed nothing, so it goes on.
      if (address === left.address) this.#window.history.go(-1);
      return;
    }
    // A person who skips entries may arrive at another page.
    if (isBack && (depth === goingTo || address === left.state.over)) this.#bringAlong(left);
    for (const layer of closing.reverse()) layer.close();
    // Forward to a layer that is closed: there is nothing to show, so settling goes back, and nothing may come along.
    if (depth > this.#open.length && state.moved) {
      const { moved: _, ...rest } = state;
      this.#window.history.replaceState(rest, '', address);
    }
    this.#settleSoon();
  }

  /** Brings the address that changed above a layer down to the entry below. */
  #bringAlong({ state: { moved, ...from }, address }: { state: EntryState; address: string }): void {
    const { history } = this.#window;
    if (!moved) return;
    const { state } = this.#entry;
    const depth = depthOf(state);
    if (depth === 0 && moved === 'push') {
      history.pushState(pageState(from), '', address);
      return;
    }
    const { layers, over, parameter } = state;
    const page = moved === 'push' ? pageState(from) : pageState(state);
    history.replaceState(depth === 0 ? page : { ...page, layers, over, parameter, moved }, '', address);
  }
}

let ofBrowser: LayerHistory | undefined;

/** The layers of this page. */
export const layerHistory = (): LayerHistory => {
  ofBrowser ??= new LayerHistory(window);
  return ofBrowser;
};

/** Goes to another address of the shop without loading a page. The address may be relative, such as "?tab=users". */
export const navigate: LayerHistory['navigate'] = (to, options) =>
  beforeLeaving(to, () => layerHistory().navigate(to, options));
