import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeBrowser } from '../testing/fake-history.ts';
import { LayerHistory } from './layer-history.ts';

/** A page that opens layers as React does: a layer is removed once its owner has closed it. */
class Page {
  readonly browser: FakeBrowser;
  layers: LayerHistory;
  /** The names of the open layers. A product is opened by the address. */
  open: string[] = [];
  /** Layers that refuse to close. */
  readonly busy = new Set<string>();
  #remove = new Map<string, () => void>();

  constructor(browser: FakeBrowser) {
    this.browser = browser;
    this.layers = this.#load();
  }

  /** The address without the product that it opens. */
  get pageAddress(): string {
    return this.browser.address.replace(/[?&]product=\d+/, '');
  }

  #load(): LayerHistory {
    const layers = new LayerHistory(this.browser);
    for (const name of ['pushState', 'replaceState', 'popstate']) {
      this.browser.addEventListener(name, () => this.#followAddress());
    }
    return layers;
  }

  #followAddress = (): void => {
    const wanted = this.browser.address.includes('product=');
    if (wanted === this.open.includes('product')) return;
    this.browser.queueMicrotask(() => {
      const isWanted = this.browser.address.includes('product=');
      if (isWanted && !this.open.includes('product')) this.show('product');
      if (!isWanted && this.open.includes('product')) this.#gone('product');
    });
  };

  show(name: string): void {
    if (this.open.includes(name)) return;
    this.open.push(name);
    const close = () => this.close(name);
    const parameter = name === 'product' ? 'product' : undefined;
    this.#remove.set(name, this.layers.open({ close, parameter }));
  }

  close(name: string): void {
    if (this.busy.has(name)) return;
    if (name === 'product') {
      const address = this.browser.address.replace(/[?&]product=\d+/, '');
      if (address !== this.browser.address) this.layers.navigate(address, { replace: true });
      return;
    }
    this.#gone(name);
  }

  #gone(name: string): void {
    if (!this.open.includes(name)) return;
    this.open = this.open.filter((other) => other !== name);
    this.#remove.get(name)!();
  }

  openProduct(): void {
    if (!this.browser.address.includes('product=')) {
      const mark = this.browser.address.includes('?') ? '&' : '?';
      this.layers.navigate(`${this.browser.address}${mark}product=5`, { replace: true });
    }
  }

  /** The page loads again, and with it what it remembers as open. */
  reload(...restored: string[]): void {
    this.browser.reload();
    this.open = [];
    this.#remove = new Map();
    this.layers = this.#load();
    if (this.browser.address.includes('product=')) this.show('product');
    for (const name of restored) this.show(name);
    this.browser.settle();
  }

  back(): void {
    this.browser.history.go(-1);
  }

  get depth(): number {
    return (this.browser.history.state as { layers?: number } | null)?.layers ?? 0;
  }
}

let browser: FakeBrowser;
let page: Page;

beforeEach(() => {
  browser = new FakeBrowser('elsewhere', '/', '/?category=Flower');
  page = new Page(browser);
});

const settled = (act: () => void) => {
  act();
  browser.settle();
};

describe('the back button', () => {
  test('closes a dialog and stays on the page', () => {
    settled(() => page.show('filters'));
    settled(() => page.back());
    expect(page.open).toEqual([]);
    expect(browser.addresses).toEqual(['elsewhere', '/', '/?category=Flower']);
    settled(() => page.back());
    expect(browser.address).toBe('/');
  });

  test('closes nested dialogs one after the other', () => {
    settled(() => page.show('receipt'));
    settled(() => page.show('question'));
    settled(() => page.back());
    expect(page.open).toEqual(['receipt']);
    settled(() => page.back());
    expect(page.open).toEqual([]);
    expect(browser.address).toBe('/?category=Flower');
  });

  test('pressed twice at once closes two dialogs', () => {
    settled(() => page.show('receipt'));
    settled(() => page.show('question'));
    settled(() => {
      page.back();
      page.back();
    });
    expect(page.open).toEqual([]);
    expect(browser.address).toBe('/?category=Flower');
  });

  test('does nothing to a dialog that must stay, however often it is pressed', () => {
    settled(() => page.show('upload'));
    page.busy.add('upload');
    for (let time = 0; time < 3; time++) settled(() => page.back());
    expect(page.open).toEqual(['upload']);
    expect(browser.address).toBe('/?category=Flower');
    expect(page.depth).toBe(1);
  });

  test('after Escape leaves the page', () => {
    settled(() => page.show('filters'));
    settled(() => page.close('filters'));
    expect(browser.addresses).toEqual(['elsewhere', '/', '/?category=Flower']);
    settled(() => page.back());
    expect(browser.address).toBe('/');
  });

  test('pressed right after Escape leaves the page too', () => {
    settled(() => page.show('filters'));
    settled(() => {
      page.close('filters');
      page.back();
    });
    expect(browser.address).toBe('/');
  });
});

describe('a dialog that is replaced by another', () => {
  test.each([
    ['in the same moment', () => {}],
    ['a moment later', () => browser.settle()],
  ])('%s shares its history entry', (_, wait) => {
    settled(() => page.show('order again'));
    page.close('order again');
    wait();
    settled(() => page.show('cart'));
    expect(browser.addresses).toEqual(['elsewhere', '/', '/?category=Flower', '/?category=Flower']);
    settled(() => page.back());
    expect(page.open).toEqual([]);
    expect(browser.address).toBe('/?category=Flower');
  });
});

describe('a change of the address while a dialog is open', () => {
  test('stays when the dialog is closed, and is one step for Back', () => {
    settled(() => page.show('filters'));
    page.layers.navigate('/?category=Flower&brand=A');
    page.layers.navigate('/?category=Flower&brand=B');
    settled(() => page.back());
    expect(page.open).toEqual([]);
    expect(browser.address).toBe('/?category=Flower&brand=B');
    settled(() => page.back());
    expect(browser.address).toBe('/?category=Flower');
  });

  test('that replaces the address adds no step', () => {
    settled(() => page.show('filters'));
    page.layers.navigate('/?category=Flower&layout=list', { replace: true });
    settled(() => page.close('filters'));
    expect(browser.addresses).toEqual(['elsewhere', '/', '/?category=Flower&layout=list']);
  });

  test('survives nested dialogs', () => {
    settled(() => page.show('filters'));
    settled(() => page.show('help'));
    page.layers.navigate('/?category=Flower&brand=A');
    settled(() => page.back());
    expect([page.open, browser.address]).toEqual([['filters'], '/?category=Flower&brand=A']);
    settled(() => page.back());
    expect(browser.addresses).toEqual(['elsewhere', '/', '/?category=Flower', '/?category=Flower&brand=A']);
  });

  test.each([
    ['before', true],
    ['after', false],
  ])('by a link in a dialog that closes %s it leaves no entry of the dialog', (_, closesFirst) => {
    settled(() => page.show('cart'));
    if (closesFirst) page.close('cart');
    page.layers.navigate('/receipts');
    if (!closesFirst) page.close('cart');
    browser.settle();
    expect(browser.addresses).toEqual(['elsewhere', '/', '/?category=Flower', '/receipts']);
    settled(() => page.back());
    expect(browser.address).toBe('/?category=Flower');
  });
});

describe('a product opened by the address', () => {
  test('closes on Back and on Escape', () => {
    for (const close of [() => page.back(), () => page.close('product')]) {
      settled(() => page.openProduct());
      expect(page.open).toEqual(['product']);
      expect(browser.address).toBe('/?category=Flower&product=5');
      settled(close);
      expect(page.open).toEqual([]);
      expect(browser.addresses).toEqual(['elsewhere', '/', '/?category=Flower']);
    }
  });

  test('by a link from a chat shows the list on Back', () => {
    browser = new FakeBrowser('chat', '/?category=Flower&product=5');
    page = new Page(browser);
    settled(() => page.show('product'));
    settled(() => page.back());
    expect(page.open).toEqual([]);
    expect(browser.addresses).toEqual(['chat', '/?category=Flower']);
  });

  test('opens again on Forward, and closes on Back', () => {
    settled(() => page.openProduct());
    settled(() => page.back());
    settled(() => browser.history.go(1));
    expect(page.open).toEqual(['product']);
    settled(() => page.back());
    expect([page.open, browser.address]).toEqual([[], '/?category=Flower']);
  });

  test('stays open in a reload, and closes on Back', () => {
    settled(() => page.openProduct());
    page.reload();
    expect(page.open).toEqual(['product']);
    settled(() => page.back());
    expect(browser.addresses).toEqual(['elsewhere', '/', '/?category=Flower']);
  });
});

describe('a reload with an open dialog', () => {
  beforeEach(() => settled(() => page.show('cart')));

  test('that opens it again keeps its entry', () => {
    page.reload('cart');
    expect(browser.addresses).toHaveLength(4);
    settled(() => page.back());
    expect([page.open, browser.address]).toEqual([[], '/?category=Flower']);
  });

  test('that loses it costs no extra press of Back', () => {
    page.reload();
    settled(() => page.back());
    expect(browser.address).toBe('/');
  });

  test('that loses it gives its entry to the next page, and to the next dialog', () => {
    page.reload();
    settled(() => page.show('filters'));
    expect(browser.addresses).toHaveLength(4);
    settled(() => page.back());
    settled(() => page.show('cart'));
    page.reload();
    settled(() => page.layers.navigate('/account'));
    expect(browser.addresses).toEqual(['elsewhere', '/', '/?category=Flower', '/account']);
  });
});

test('Forward to a dialog that is closed stays on the page', () => {
  settled(() => page.show('filters'));
  page.layers.navigate('/?category=Flower&layout=list', { replace: true });
  settled(() => page.back());
  settled(() => browser.history.go(1));
  expect([page.open, browser.address]).toEqual([[], '/?category=Flower&layout=list']);
  settled(() => page.back());
  expect(browser.address).toBe('/');
});

/** Actions of a person and a page in any order, also faster than the browser follows. */
const acts = fc.array(
  fc.record({
    act: fc.constantFrom(
      'show',
      'show',
      'show',
      'product',
      'close',
      'close a lower one',
      'replace',
      'push',
      'forward',
      'follow a link',
    ),
    isQuick: fc.boolean(),
    name: fc.constantFrom('a', 'b', 'c'),
  }),
  { maxLength: 14 },
);

const doAct = (act: string, name: string, count: number): void => {
  const query = page.browser.address.match(/[?&]product=\d+/)?.[0] ?? '';
  if (act === 'show') page.show(name);
  if (act === 'product') page.openProduct();
  if (act === 'close') page.close(page.open.at(-1) ?? '');
  if (act === 'close a lower one') page.close(page.open[0] ?? '');
  if (act === 'replace') page.layers.navigate(`/r${count}${query.replace('&', '?')}`, { replace: true });
  if (act === 'push') page.layers.navigate(`/p${count}${query.replace('&', '?')}`);
  if (act === 'forward') {
    page.browser.settle();
    settled(() => page.browser.history.go(1));
  }
  if (act === 'follow a link') {
    page.layers.navigate(`/link${count}`);
    for (const open of page.open.toReversed()) page.close(open);
  }
};

test('whatever happens, each press of Back closes exactly the top layer, and never leaves the page before', () => {
  fc.assert(
    fc.property(acts, (steps) => {
      browser = new FakeBrowser('elsewhere', '/');
      page = new Page(browser);
      for (const [count, { act, isQuick, name }] of steps.entries()) {
        doAct(act, name, count);
        browser.endTask();
        if (!isQuick) browser.settle();
      }
      browser.settle();
      expect(page.depth).toBe(page.open.length);
      const address = page.pageAddress;
      while (page.open.length > 0) {
        const below = page.open.slice(0, -1);
        settled(() => page.back());
        expect(page.open).toEqual(below);
        // Forward may lead to a page that has another address since.
        if (!steps.some(({ act }) => act === 'forward')) expect(page.pageAddress).toBe(address);
      }
      expect(page.depth).toBe(0);
      expect(browser.address).not.toBe('elsewhere');
    }),
  );
});

test('opening and closing leaves the history as it was', () => {
  fc.assert(
    fc.property(acts, (steps) => {
      browser = new FakeBrowser('elsewhere', '/');
      page = new Page(browser);
      for (const { act, isQuick, name } of steps) {
        if (!act.startsWith('show') && !act.startsWith('close') && act !== 'product') continue;
        doAct(act, name, 0);
        browser.endTask();
        if (!isQuick) browser.settle();
      }
      browser.settle();
      for (const name of page.open.toReversed()) settled(() => page.close(name));
      expect(browser.addresses).toEqual(['elsewhere', '/']);
    }),
  );
});
