import { expect, test } from 'vitest';
import { explainProduct } from '#contract/catalogue.ts';
import { applyBulkMarkup, explainItem, setActive, setMarkup, setTiers } from '#contract/inventory.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { buildItem, buildMember } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listInventory, upload } from '../../testing/inventory.ts';
import { shopsWithFeed } from '../feed/testing/shops-with-feed.ts';

const MINUTE_MS = 60_000;

shopsWithFeed(({ shop, admin, serve, sync }) => {
  const haze = (stated: Record<string, unknown> = {}) =>
    buildFileProduct({ id: 'haze', name: 'Haze', qty: 12, price: 30, ...stated });
  /** Time passes, and the feed is synced. Returns when. */
  const syncLater = async (...products: unknown[]): Promise<string> => {
    shop().advance(MINUTE_MS);
    serve(products);
    expect((await sync()).status).toBe(200);
    return now();
  };
  const now = () => new Date(shop().clock()).toISOString();
  const idOfHaze = async () => (await listInventory(admin())).find(({ name }) => name === 'Haze')!.id;
  const explain = async (id: number) => {
    const { status, body, text } = await admin().call(explainItem, { params: { id } });
    expect(status, text).toBe(200);
    return body;
  };
  const setMarkupTo = (id: number, markupDollars: number) =>
    admin().call(setMarkup, { params: { id }, body: { markupDollars } });

  test('a price is explained by base price, markup and rounding, and by who set both and when', async () => {
    const added = await syncLater(haze({ price: 29.5 }));
    const id = await idOfHaze();
    const first = { kind: 'sync', added: true, at: added, by: admin().username, before: null };
    expect(await explain(id)).toMatchObject({
      price: 29.5,
      markupDollars: 15,
      sum: 44.5,
      finalPrice: 45,
      priceOrigin: { ...first, after: 29.5 },
      markupOrigin: { ...first, after: 15 },
    });

    const repriced = await syncLater(haze({ price: 30 }));
    shop().advance(MINUTE_MS);
    const { body } = await setMarkupTo(id, 20.25);
    expect(await explain(id)).toMatchObject({
      price: 30,
      sum: 50.25,
      finalPrice: 51,
      priceOrigin: { kind: 'sync', added: false, at: repriced, before: 29.5, after: 30 },
      markupOrigin: {
        changeId: body.changeId,
        kind: 'edit',
        added: false,
        at: now(),
        by: admin().username,
        before: 15,
        after: 20.25,
      },
    });
    await admin().call(applyBulkMarkup, { body: { percentage: 35 } });
    expect((await explain(id)).markupOrigin).toMatchObject({ kind: 'markup', before: 20.25, after: 10.5 });
  });

  test('a tier is explained like a price, and is no change of the base price', async () => {
    const added = await syncLater(haze());
    const id = await idOfHaze();
    shop().advance(MINUTE_MS);
    const tiers = [
      { from: 3, price: 25.1 },
      { from: 5, price: 29 },
    ];
    expect((await admin().call(setTiers, { params: { id }, body: { tiers } })).status).toBe(200);
    const explained = await explain(id);
    expect(explained.tiers).toEqual([
      { from: 3, price: 25.1, sum: 40.1, finalPrice: 41, unitPrice: 41 },
      { from: 5, price: 29, sum: 44, finalPrice: 44, unitPrice: 41 },
    ]);
    expect(explained.priceOrigin).toMatchObject({ at: added, after: 30 });
  });

  test('a quantity is explained by who counted it, what orders reserve, and what was shipped since', async () => {
    await syncLater(haze({ qty: 15 }));
    const counted = await syncLater(haze({ qty: 12 }));
    const id = await idOfHaze();
    const buyer = await buildBuyer(shop());
    await buyer.add(id, 2);
    const { receipt } = (await buyer.confirm()).body;
    const origin = { kind: 'sync', at: counted, before: 15, after: 12 };
    expect(await explain(id)).toMatchObject({ quantity: 12, reserved: 2, available: 10, quantityOrigin: origin });
    for (const status of ['paid', 'shipped'] as const) {
      await admin().call(moveReceipt, { params: { id: receipt.id }, body: { status } });
    }
    expect(await explain(id)).toMatchObject({ quantity: 10, reserved: 0, available: 10, quantityOrigin: origin });
    // A sync that finds the same stock confirms it.
    const confirmed = await syncLater(haze({ qty: 10 }));
    expect((await explain(id)).lastSync).toBe(confirmed);
  });

  test('a number of a file comes from the upload, and one without a history from nowhere', async () => {
    await upload(admin(), inventoryFile([haze({ qty: 4 })]));
    const uploaded = { kind: 'upload', added: true, by: admin().username, before: null };
    expect(await explain(await idOfHaze())).toMatchObject({
      priceOrigin: { ...uploaded, after: 30 },
      markupOrigin: { ...uploaded, after: 15 },
      quantityOrigin: { ...uploaded, after: 4 },
      lastSync: null,
    });
    const { id } = await buildItem(shop());
    expect(await explain(id)).toMatchObject({ priceOrigin: null, markupOrigin: null, quantityOrigin: null });
  });

  test('the markup of an item is found behind a thousand syncs of its stock', async () => {
    await syncLater(haze());
    const id = await idOfHaze();
    await setMarkupTo(id, 20);
    const { changeId } = (await explain(id)).markupOrigin!;
    await shop().database.write(async (tx) => {
      for (let count = 0; count < 1000; count++) {
        await tx
          .insertInto('change_rows')
          .values({
            change_id: changeId,
            item_id: id,
            kind: 'changed',
            before: '{"quantity":2}',
            after: '{"quantity":1}',
          })
          .execute();
      }
    });
    expect((await explain(id)).markupOrigin).toMatchObject({ changeId, after: 20 });
  });

  test('members learn when a price was set and the stock was counted, and nothing of how', async () => {
    const member = await buildMember(shop());
    const explainFor = async (id: number) => (await member.call(explainProduct, { params: { id } })).body;
    const added = await syncLater(haze({ price: 29.5 }));
    const id = await idOfHaze();
    // Base prices of $29.50 and $30.00 both cost $45.00.
    const counted = await syncLater(haze({ price: 30 }));
    expect(await explainFor(id)).toEqual({ pricedAt: added, countedAt: counted });
    shop().advance(MINUTE_MS);
    await setMarkupTo(id, 20);
    expect(await explainFor(id)).toEqual({ pricedAt: now(), countedAt: counted });
    const confirmed = await syncLater(haze({ price: 30 }));
    expect((await explainFor(id)).countedAt).toBe(confirmed);
  });

  test('nobody gets an explanation of an item that is not in the lists, and members none of an inactive one', async () => {
    const member = await buildMember(shop());
    const { id } = await buildItem(shop());
    const statusFor = async () => (await member.call(explainProduct, { params: { id } })).status;
    expect(await statusFor()).toBe(200);
    await admin().call(setActive, { params: { id }, body: { isActive: false } });
    expect(await statusFor()).toBe(404);
    const gone = await buildItem(shop(), { listed: false });
    expect((await admin().call(explainItem, { params: { id: gone.id } })).status).toBe(404);
  });
});
