import { expect, test } from 'vitest';
import { changeAddress, deleteAddress, listAddresses } from '#contract/addresses.ts';
import { getCart } from '#contract/cart.ts';
import { getAnyReceipt, listAllReceipts, moveReceipt, receiptsCsv } from '#contract/receipts.admin.ts';
import { getReceipt, listReceipts } from '#contract/receipts.ts';
import { changeSettings } from '#contract/settings.admin.ts';
import { exportData } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer } from '../../testing/buyers.ts';
import { atEveryMoment } from '../../testing/crossing.ts';
import { ADDRESS, addAddress, buildOrderTo, confirmTo } from '../../testing/delivery-addresses.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { confirmPassword } from '../../testing/passkeys.ts';
import { recordStatements } from '../../testing/sent-statements.ts';
import { readStoredData } from '../../testing/stored-data.ts';

const record = recordStatements();

const REFUSED = { status: 409, body: { code: 'address_needed', message: 'Please choose a delivery address.' } };

bothDatabases(
  (shop, kind) => {
    const set = async (value: 'off' | 'optional' | 'required') => {
      const owner = await buildAdmin(shop());
      await confirmPassword(owner);
      const { status, text } = await owner.call(changeSettings, { body: { changes: { DELIVERY_ADDRESSES: value } } });
      expect(status, text).toBe(200);
    };
    const buildFilled = async (): Promise<Buyer> => {
      const buyer = await buildBuyer(shop());
      await buyer.add((await buildItem(shop())).id);
      return buyer;
    };
    const blockedOf = async ({ call }: Buyer) => (await call(getCart)).body.blocked;

    test('while the setting is off the address of an order is ignored', async () => {
      const buyer = await buildFilled();
      const { id } = await addAddress(buyer);
      expect(await confirmTo(buyer, id)).toMatchObject({ status: 201, body: { receipt: { delivery: null } } });
      await buyer.add((await buildItem(shop())).id);
      expect(await confirmTo(buyer, 'nobody has it')).toMatchObject({ status: 201 });
    });

    test('where an address is optional an order goes without one, but not with that of somebody else', async () => {
      await set('optional');
      const [buyer, other] = [await buildFilled(), await buildFilled()];
      const { id } = await addAddress(other);
      expect(await blockedOf(buyer)).toBeNull();
      for (const unknown of [id, 'nobody has it', '']) expect(await confirmTo(buyer, unknown)).toMatchObject(REFUSED);
      expect(await confirmTo(buyer, null)).toMatchObject({ status: 201, body: { receipt: { delivery: null } } });
    });

    test('where one is required a cart says so if its member has none, and an order needs one', async () => {
      await set('required');
      const buyer = await buildFilled();
      const { code, message } = REFUSED.body;
      expect(await blockedOf(buyer)).toEqual({ code, message });
      expect(await buyer.confirm()).toMatchObject(REFUSED);
      const { id } = await addAddress(buyer);
      expect(await blockedOf(buyer)).toBeNull();
      for (const missing of [null, 'nobody has it']) expect(await confirmTo(buyer, missing)).toMatchObject(REFUSED);
      expect(await buyer.confirm()).toMatchObject(REFUSED);
      const { status, body } = await confirmTo(buyer, id, 'once');
      expect({ status, delivery: body.receipt.delivery }).toEqual({ status: 201, delivery: ADDRESS });
      // The same call again is answered as before, whatever became of the address.
      await buyer.call(deleteAddress, { params: { id } });
      expect(await confirmTo(buyer, id, 'once')).toMatchObject({ status: 200, body: { receipt: body.receipt } });
    });

    test('the receipt keeps its copy when the address is changed or deleted', async () => {
      await set('required');
      const { buyer, address, receipt } = await buildOrderTo(shop());
      const copy = async () => (await buyer.call(getReceipt, { params: { id: receipt.id } })).body.receipt.delivery;
      await buyer.call(changeAddress, { params: { id: address.id }, body: { city: 'Seaside' } });
      expect(await copy()).toEqual(ADDRESS);
      await buyer.call(deleteAddress, { params: { id: address.id } });
      expect(await copy()).toEqual(ADDRESS);
      expect((await buyer.call(listReceipts)).body.receipts[0]!.delivery).toEqual(ADDRESS);
      const own = (await buyer.call(exportData)).body as unknown as { receipts: { delivery: unknown }[] };
      expect(own.receipts.map(({ delivery }) => delivery)).toEqual([ADDRESS]);
    });

    test('the address that an order used last comes first', async () => {
      await set('optional');
      const buyer = await buildBuyer(shop());
      const home = await addAddress(buyer, { name: 'Home' });
      const names = async () => (await buyer.call(listAddresses)).body.addresses.map(({ name }) => name);
      for (const name of ['Work', 'Harbor']) {
        shop().advance(1000);
        await buildOrderTo(shop(), { name }, buyer);
      }
      expect(await names()).toEqual(['Harbor', 'Work', 'Home']);
      shop().advance(1000);
      await buyer.add((await buildItem(shop())).id);
      expect((await confirmTo(buyer, home.id)).status).toBe(201);
      expect(await names()).toEqual(['Home', 'Harbor', 'Work']);
    });

    test('the order desk sees it, and it is in no chat text, CSV, webhook or evidence', async () => {
      await set('required');
      const mark = { name: 'qz Fern qz', lines: 'qz Mooring 9 qz', city: 'qz Cove qz', phone: 'qz 0100 qz' };
      const { buyer, receipt } = await buildOrderTo(shop(), mark);
      const desk = await buildAdmin(shop(), 'orders');
      const params = { id: receipt.id };
      expect((await desk.call(getAnyReceipt, { params })).body.receipt.delivery).toMatchObject(mark);
      expect((await desk.call(listAllReceipts, { query: { user: buyer.id } })).text).toContain('qz Mooring');
      for (const status of ['paid', 'cancelled'] as const) {
        expect((await desk.call(moveReceipt, { params, body: { status } })).body.receipt.delivery).toMatchObject(mark);
      }
      const { chatUrl, message } = (await buyer.call(getReceipt, { params })).body;
      expect(`${decodeURIComponent(chatUrl!)} ${message}`).not.toContain('qz ');

      const owner = await buildAdmin(shop());
      await confirmPassword(owner);
      const csv = await owner.call(receiptsCsv, { query: { user: buyer.id } });
      expect(csv).toMatchObject({ status: 200 });
      expect(csv.text).toContain(String(receipt.number));
      expect(csv.text).not.toContain('qz ');

      const stored = await readStoredData(shop());
      const named = Object.entries(stored).filter(([, rows]) => rows.includes('qz '));
      expect(named.map(([table]) => table).sort()).toEqual(['addresses', 'deliveries']);
      for (const event of ['confirmed', 'paid', 'cancelled']) expect(stored.notices).toContain(`receipt.${event}`);
      expect(stored.notices).not.toContain('delivery');
    });

    test('an address that is deleted while it is chosen: an order has it, or is refused, and never half', async () => {
      await set('required');
      let refused = 0;
      await atEveryMoment(shop(), async (cross) => {
        const buyer = await buildFilled();
        const { id } = await addAddress(buyer);
        const [{ status, body }, deletion] = await cross(
          () => confirmTo(buyer, id),
          () => buyer.call(deleteAddress, { params: { id } }),
        );
        expect(deletion.status).toBe(200);
        const { receipts } = (await buyer.call(listReceipts)).body;
        if (status === 201) expect(receipts.map(({ delivery }) => delivery)).toEqual([ADDRESS]);
        else {
          refused++;
          expect({ status, code: body.code, receipts }).toEqual({ status: 409, code: 'address_needed', receipts: [] });
          expect((await buyer.call(getCart)).body.items).toHaveLength(1);
        }
      });
      expect(refused).toBeGreaterThan(0);
    });

    test('an address that is changed while it is chosen: the order has it as it was or as it is, and says which', async () => {
      await set('required');
      await atEveryMoment(shop(), async (cross) => {
        const buyer = await buildFilled();
        const { id } = await addAddress(buyer);
        const changes = { lines: '9 Mooring', city: null };
        const [{ status, body }] = await cross(
          () => confirmTo(buyer, id),
          () => buyer.call(changeAddress, { params: { id }, body: changes }),
        );
        expect(status).toBe(201);
        const { receipt } = (await buyer.call(getReceipt, { params: { id: body.receipt.id } })).body;
        expect(body.receipt.delivery).toEqual(receipt.delivery);
        expect([ADDRESS, { ...ADDRESS, ...changes }]).toContainEqual(receipt.delivery);
      });
    });

    test('a product is added in one statement, and only a cart that needs an address asks for it', async () => {
      if (kind === 'sqlite') return;
      const buyer = await buildFilled();
      const { id } = await buildItem(shop());
      const count = async (call: () => Promise<{ status: number }>) =>
        (
          await record(async () => {
            expect((await call()).status).toBe(200);
          })
        ).length;
      const counts = [];
      for (const value of ['off', 'optional', 'required'] as const) {
        await set(value);
        await buyer.call(getCart);
        counts.push([value, await count(() => buyer.add(id)), await count(() => buyer.call(getCart))]);
      }
      expect(counts).toEqual([
        ['off', 1, 1],
        ['optional', 1, 1],
        ['required', 1, 2],
      ]);
    });
  },
  { settings: { ORDER_WEBHOOK_URL: 'https://bot.example/orders' } },
);
