import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminItem } from '../../testing/admin-item.ts';
import { inventoryQuery, itemsChanged, putItem, showChange } from './inventory.ts';
import { saveField } from './inventory-edits.ts';
import { takeOffItem } from './inventory-items.ts';

/** A shop that serves its items as they are when a request comes. A test can hold back responses. */
const fakeShop = () => {
  const markups = new Map([1, 2, 3].map((id) => [id, 15]));
  const requests: string[] = [];
  let release: (() => void) | null = null;
  let held: Promise<void> = Promise.resolve();
  const serve = async (address: string): Promise<Response> => {
    const query = decodeURIComponent(address.split('?')[1] ?? '');
    requests.push(query);
    const asked = query === '' ? null : query.slice('ids='.length).split(',').map(Number);
    const ids = [...markups.keys()].filter((id) => asked === null || asked.includes(id));
    const inventory = ids.map((id) => adminItem({ id, markupDollars: markups.get(id)! }));
    await held;
    return new Response(JSON.stringify({ inventory }), { headers: { 'content-type': 'application/json' } });
  };
  return {
    markups,
    requests,
    serve,
    hold: () => {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release?.(),
  };
};

let shop: ReturnType<typeof fakeShop>;
let client: QueryClient;
let stop: () => void;
const shown = () => client.getQueryData(inventoryQuery.queryKey)?.map(({ id, markupDollars }) => [id, markupDollars]);
/** Collects every markup that the list shows for item 2. */
const recordMarkups = (): Set<number | undefined> => {
  const markups = new Set<number | undefined>();
  client.getQueryCache().subscribe(() => shown() && markups.add(shown()?.[1]?.[1]));
  return markups;
};
const openList = () => {
  stop = new QueryObserver(client, inventoryQuery).subscribe(() => undefined);
};

beforeEach(() => {
  shop = fakeShop();
  client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  vi.stubGlobal('fetch', shop.serve);
});
afterEach(() => {
  stop();
  client.clear();
  vi.unstubAllGlobals();
});

describe('the open list', () => {
  test('loads only the items that are reported as changed', async () => {
    openList();
    await expect.poll(shown).toHaveLength(3);
    shop.markups.set(2, 40);
    shop.markups.delete(3);
    shop.markups.set(4, 20);
    await itemsChanged(client, [2, 3, 4]);
    expect(shown()).toEqual([
      [1, 15],
      [2, 40],
      [4, 20],
    ]);
    expect(shop.requests).toEqual(['', 'ids=2,3,4']);
  });

  test.each([
    ['unknown', null],
    ['too many', Array.from({ length: 501 }, (_, index) => index + 1)],
  ])('loads all items if the changed ones are %s', async (_, ids) => {
    openList();
    await expect.poll(shown).toHaveLength(3);
    shop.markups.set(2, 40);
    await itemsChanged(client, ids);
    await expect.poll(() => shown()?.[1]).toEqual([2, 40]);
    expect(shop.requests).toEqual(['', '']);
  });

  test('has a change that is reported while it is loading', async () => {
    shop.hold();
    openList();
    await expect.poll(() => shop.requests).toHaveLength(1);
    shop.markups.set(2, 40);
    const patched = itemsChanged(client, [2]);
    shop.release();
    await patched;
    expect(shown()?.[1]).toEqual([2, 40]);
    expect(shop.requests).toEqual(['', 'ids=2']);
  });

  test('never shows an older value than it had, however late the response with the whole list', async () => {
    openList();
    await expect.poll(shown).toHaveLength(3);
    shop.hold();
    const loaded = client.refetchQueries({ queryKey: inventoryQuery.queryKey });
    await expect.poll(() => shop.requests).toHaveLength(2);
    shop.markups.set(2, 55);
    putItem(client, adminItem({ id: 2, markupDollars: 55 }));
    const markups = recordMarkups();
    shop.release();
    await loaded;
    await expect.poll(() => shop.requests).toEqual(['', '', 'ids=2']);
    expect(markups).toEqual(new Set([55]));
  });

  test('has a change of unknown items that is reported while it is loading', async () => {
    shop.hold();
    openList();
    await expect.poll(() => shop.requests).toHaveLength(1);
    shop.markups.set(2, 40);
    const patched = itemsChanged(client, null);
    shop.release();
    await patched;
    expect(shown()?.[1]).toEqual([2, 40]);
    expect(shop.requests).toEqual(['', '']);
  });

  test('never shows an older value after an edit, however late the response of an earlier report', async () => {
    openList();
    await expect.poll(shown).toHaveLength(3);
    shop.markups.set(2, 40);
    shop.hold();
    const patched = itemsChanged(client, [2]);
    await expect.poll(() => shop.requests).toHaveLength(2);
    shop.markups.set(2, 55);
    putItem(client, adminItem({ id: 2, markupDollars: 55 }));
    const markups = recordMarkups();
    shop.release();
    await patched;
    expect(markups).toEqual(new Set([55]));
  });

  test('loads reports that come during a request together, in the next one', async () => {
    openList();
    await expect.poll(shown).toHaveLength(3);
    shop.hold();
    const patched = itemsChanged(client, [1]);
    for (const id of [2, 3, 2]) void itemsChanged(client, [id]);
    shop.release();
    await patched;
    expect(shop.requests).toEqual(['', 'ids=1', 'ids=2,3']);
  });
});

/** Holds back the response to a change until the returned function is called. */
const respondLater = (body: object, status = 200) => {
  let arrive = () => {};
  const response = new Promise<Response>((resolve) => {
    arrive = () => resolve(Response.json(body, { status }));
  });
  const { serve } = shop;
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => (method === 'GET' ? serve(address) : response));
  return () => arrive();
};

describe('the response to a change of this page that comes after a report of a later change', () => {
  beforeEach(async () => {
    openList();
    await expect.poll(shown).toHaveLength(3);
  });

  test('does not put its older item into the list', async () => {
    const arrive = respondLater({ message: '', item: adminItem({ id: 2, markupDollars: 40 }), changeId: 1 });
    const saving = saveField.markupDollars(client, 2, 40, 15);
    shop.markups.set(2, 55);
    await itemsChanged(client, [2]);
    const markups = recordMarkups();
    arrive();
    putItem(client, (await saving).item);
    await expect.poll(() => shop.requests).toEqual(['', 'ids=2', 'ids=2']);
    await expect.poll(() => markups).toEqual(new Set([55]));
  });

  test('is believed if only other items were reported', async () => {
    const arrive = respondLater({ message: '', item: adminItem({ id: 2, markupDollars: 40 }), changeId: 1 });
    const saving = saveField.markupDollars(client, 2, 40, 15);
    await itemsChanged(client, [1]);
    arrive();
    putItem(client, (await saving).item);
    expect(shown()?.[1]).toEqual([2, 40]);
    expect(shop.requests).toEqual(['', 'ids=1']);
  });

  test('is not believed if the whole list was loaded in the meantime', async () => {
    const arrive = respondLater({ message: '', item: adminItem({ id: 2, markupDollars: 40 }), changeId: 1 });
    const saving = saveField.markupDollars(client, 2, 40, 15);
    shop.markups.set(2, 55);
    await client.refetchQueries({ queryKey: inventoryQuery.queryKey });
    arrive();
    putItem(client, (await saving).item);
    await expect.poll(() => shop.requests).toEqual(['', '', 'ids=2']);
    expect(shown()?.[1]).toEqual([2, 55]);
  });

  test('does not bring back an older item either if the shop refused it because of another value', async () => {
    const refused = { code: 'value_moved', message: '', item: adminItem({ id: 2, markupDollars: 40 }) };
    const arrive = respondLater(refused, 409);
    const saving = saveField.markupDollars(client, 2, 60, 15).catch(({ body }) => body.item);
    shop.markups.set(2, 55);
    await itemsChanged(client, [2]);
    const markups = recordMarkups();
    arrive();
    putItem(client, await saving);
    await expect.poll(() => shop.requests).toEqual(['', 'ids=2', 'ids=2']);
    await expect.poll(() => markups).toEqual(new Set([55]));
  });

  test('does not take an item off the list that somebody has listed again', async () => {
    const arrive = respondLater({ message: '', item: null, changeId: 1 });
    const taking = takeOffItem(client, 2);
    shop.markups.set(2, 55);
    await itemsChanged(client, [2]);
    arrive();
    await taking;
    await expect.poll(() => shop.requests).toEqual(['', 'ids=2', 'ids=2']);
    expect(shown()?.[1]).toEqual([2, 55]);
  });
});

describe('a report of the shop', () => {
  beforeEach(async () => {
    openList();
    await expect.poll(shown).toHaveLength(3);
  });

  test('moves no figure if only a markup changed, here or elsewhere', async () => {
    shop.markups.set(2, 40);
    expect(await itemsChanged(client, [2])).toBe(false);
    putItem(client, adminItem({ id: 3, markupDollars: 50 }));
    shop.markups.set(3, 50);
    expect(await itemsChanged(client, [3])).toBe(false);
  });

  test('moves figures if this page has already put the moved stock into the list', async () => {
    putItem(client, adminItem({ id: 2, quantity: 0 }));
    // The list has the new stock before the report, and again after it.
    vi.stubGlobal('fetch', () => Response.json({ inventory: [adminItem({ id: 2, quantity: 0 })] }));
    expect(await itemsChanged(client, [2])).toBe(true);
    expect(await itemsChanged(client, [2])).toBe(false);
  });

  test('moves figures if an item left, or if it does not name the items', async () => {
    shop.markups.delete(3);
    expect(await itemsChanged(client, [3])).toBe(true);
    expect(await itemsChanged(client, null)).toBe(true);
    expect(await itemsChanged(client, [2])).toBe(false);
  });
});

test('a report may move figures while no list is shown', async () => {
  stop = () => undefined;
  expect(await itemsChanged(client, [2])).toBe(true);
});

describe('after a change of this page', () => {
  beforeEach(async () => {
    openList();
    await expect.poll(shown).toHaveLength(3);
  });
  /** Answers what a change-set changed. */
  const answerChange = (itemIds: readonly number[], nextCursor: string | null) => {
    const { serve } = shop;
    const answer = () => Response.json({ rows: itemIds.map((itemId) => ({ itemId })), nextCursor });
    vi.stubGlobal('fetch', (address: string) => (address.includes('/changes/') ? answer() : serve(address)));
  };

  test('the list loads the items that it changed', async () => {
    shop.markups.set(2, 40);
    answerChange([2], null);
    await showChange(client, 7);
    expect(shown()?.[1]).toEqual([2, 40]);
    expect(shop.requests).toEqual(['', 'ids=2']);
  });

  test('the whole list is loaded if it changed many', async () => {
    shop.markups.set(2, 40);
    answerChange([1, 2], 'more');
    await showChange(client, 7);
    expect(shown()?.[1]).toEqual([2, 40]);
    expect(shop.requests).toEqual(['', '']);
  });

  test('nothing is loaded if nothing changed', async () => {
    await showChange(client, null);
    expect(shop.requests).toEqual(['']);
  });
});
