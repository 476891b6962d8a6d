interface Entry {
  state: unknown;
  address: string;
}

/**
 * The session history of a browser tab. As in a browser, a step arrives later than it is asked for: `settle` lets all
 * steps and timers happen.
 */
export class FakeBrowser {
  entries: Entry[];
  index: number;
  readonly #listeners: { name: string; listener: () => void; capture: boolean }[] = [];
  #steps: number[] = [];
  #timers: (() => void)[] = [];
  #soon: (() => void)[] = [];

  /** A tab with these pages, of which the last one is shown. */
  constructor(...addresses: string[]) {
    this.entries = addresses.map((address) => ({ state: null, address }));
    this.index = addresses.length - 1;
  }

  get address(): string {
    return this.entries[this.index]!.address;
  }

  /** All addresses from the first entry to the current one. */
  get addresses(): string[] {
    return this.entries.slice(0, this.index + 1).map(({ address }) => address);
  }

  readonly history = {
    entry: () => this.entries[this.index]!,
    get state(): unknown {
      return this.entry().state;
    },
    pushState: (state: unknown, _: string, address?: string | URL | null) => {
      this.entries = [
        ...this.entries.slice(0, this.index + 1),
        { state: structuredClone(state), address: String(address) },
      ];
      this.index += 1;
      this.#dispatch('pushState');
    },
    replaceState: (state: unknown, _: string, address?: string | URL | null) => {
      this.entries[this.index] = { state: structuredClone(state), address: String(address) };
      this.#dispatch('replaceState');
    },
    go: (delta = 0) => {
      this.#steps.push(delta);
    },
  };

  readonly location = ((address: () => string) => ({
    get pathname() {
      return address().split('?')[0]!;
    },
    get search() {
      const [, query] = address().split('?');
      return query === undefined ? '' : `?${query}`;
    },
  }))(() => this.address);

  readonly setTimeout = ((run: () => void) => {
    this.#timers.push(run);
    return this.#timers.length;
  }) as Window['setTimeout'];

  readonly addEventListener = ((name: string, listener: () => void, options?: { capture?: boolean }) => {
    this.#listeners.push({ name, listener, capture: options?.capture === true });
  }) as Window['addEventListener'];

  /** Runs something before the next step or timer, as a router draws after an event. */
  queueMicrotask(run: () => void): void {
    this.#soon.push(run);
  }

  /** Ends the current task. */
  endTask(): void {
    for (let run = this.#soon.shift(); run; run = this.#soon.shift()) run();
  }

  /** Loads the page again: its listeners and timers are gone, the history stays. */
  reload(): void {
    this.#listeners.length = 0;
    this.#timers = [];
    this.#steps = [];
    this.#soon = [];
  }

  /** Lets everything happen that was asked for. */
  settle(): void {
    for (let turn = 0; turn < 100; turn++) {
      this.endTask();
      const delta = this.#steps.shift();
      if (delta !== undefined) this.#step(delta);
      else if (this.#timers.length > 0) this.#timers.shift()!();
      else return;
    }
    throw new Error('The history never comes to rest.');
  }

  /** A step beyond the ends does nothing. */
  #step(delta: number): void {
    const index = this.index + delta;
    if (delta === 0 || index < 0 || index >= this.entries.length) return;
    this.index = index;
    this.#dispatch('popstate');
  }

  #dispatch(event: string): void {
    const called = this.#listeners.filter(({ name }) => name === event);
    for (const isCapture of [true, false]) {
      for (const { listener, capture } of called) if (capture === isCapture) listener();
    }
  }
}
