import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { replaceInventory, setDescription, setMarkup } from '#contract/inventory.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { buildAdmin, buildMember, type TestUser } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listInventory, listNames, upload } from '../../testing/inventory.ts';

const UNTOUCHED = ['Untouched'];

bothDatabases((shop, kind) => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
    await upload(admin, inventoryFile([buildFileProduct({ id: 'kept', name: 'Untouched' })]));
  });

  const editMarkup = (id: number, markupDollars: number) =>
    admin.call(setMarkup, { params: { id }, body: { markupDollars } });
  /** The only item of the inventory. */
  const onlyItem = async () => (await listInventory(admin))[0]!;

  test('an upload replaces the whole inventory and reports what it found', async () => {
    const response = await upload(
      admin,
      inventoryFile([
        buildFileProduct({
          id: 1,
          name: ' Blue Dream ',
          qty: '12',
          price: '20.005',
          brand: 'Fernhill',
          category: 'Flower',
        }),
        buildFileProduct({ id: 2, qty: 0, category: 'Carts' }),
        buildFileProduct({ id: 3, category: 'Edibles', images: ['a/x950-b c.jpg', 'https://elsewhere.test/x.jpg'] }),
        buildFileProduct({ id: 4, category: null, weightLabel: 'Heap' }),
      ]),
    );
    expect(response).toMatchObject({
      status: 200,
      body: {
        message: 'Inventory replaced: 3 products in stock.',
        stats: { categoriesFound: 2, totalProducts: 4, productsWithStock: 3 },
        counts: { added: 3, changed: 0, removed: 1, unchanged: 0 },
        warnings: [
          'Product 3 (id "3"): images "https://elsewhere.test/x.jpg" is not below the image origin and was left out',
          'Product 4 (id "4"): weightLabel "Heap" is not one of the options and was left out',
        ],
        changeId: expect.any(Number),
      },
    });
    const items = await listInventory(admin);
    expect(items).toHaveLength(3);
    expect(items[0]).toMatchObject({
      externalId: '1',
      name: 'Blue Dream',
      quantity: 12,
      price: 20.01,
      markupDollars: 15,
      finalPrice: 36,
      isActive: true,
      lastSynced: null,
    });
    expect(items[1]!.images).toEqual(['/api/proxy-image/a/x950-b%20c.jpg']);
  });

  test('an item whose external id is in the file keeps its internal id and nothing else', async () => {
    const before = await onlyItem();
    await editMarkup(before.id, 40);
    await admin.call(setDescription, { params: { id: before.id }, body: { description: 'Ours' } });
    const file = inventoryFile([buildFileProduct({ id: ' kept ', name: 'Renamed', description: 'Theirs' })]);
    const preview = await upload(admin, file, { dryRun: true });
    expect(preview.body.warnings).toEqual(['"Untouched" loses what you set in the shop: markup $40.00, description']);
    await upload(admin, file);
    expect(await listInventory(admin)).toEqual([
      expect.objectContaining({
        id: before.id,
        name: 'Renamed',
        description: 'Theirs',
        markupDollars: 15,
        shopOwned: [],
      }),
    ]);
  });

  test('a file may begin with a byte order mark', async () => {
    const response = await upload(admin, Buffer.from(`\uFEFF${inventoryFile([buildFileProduct({ name: 'Marked' })])}`));
    expect(response).toMatchObject({ status: 200, body: { stats: { totalProducts: 1 } } });
    expect(await listNames(admin)).toEqual(['Marked']);
  });

  test.each(['Blue\0 Dream', 'Blue \ud83c Dream'])(
    'a file with a character that cannot be stored is refused, and the error names the product',
    async (name) => {
      const error = 'Product 1 (id "A-17"): name has characters that cannot be stored';
      const refused = { status: 400, body: { code: 'file_invalid', errors: [error] } };
      expect(await upload(admin, inventoryFile([buildFileProduct({ id: 'A-17', name })]))).toMatchObject(refused);
      expect(await listNames(admin)).toEqual(UNTOUCHED);
    },
  );

  test('in-house products of an upload are inactive, so that members do not see them', async () => {
    await upload(
      admin,
      inventoryFile([buildFileProduct({ id: 1, brand: 'In-House' }), buildFileProduct({ id: 2, brand: 'Fernhill' })]),
    );
    expect((await listInventory(admin)).map(({ isActive }) => isActive)).toEqual([false, true]);
  });

  test('a dry run returns the plan and changes nothing, and its hash applies exactly that plan', async () => {
    const file = inventoryFile([
      buildFileProduct({ id: 'kept', name: 'Untouched', price: 99 }),
      buildFileProduct({ id: 'new' }),
    ]);
    const preview = await upload(admin, file, { dryRun: true });
    expect(preview).toMatchObject({
      status: 200,
      body: {
        counts: { added: 1, changed: 1, removed: 0, unchanged: 0 },
        stats: { totalProducts: 2, productsWithStock: 2 },
        rows: [
          { kind: 'changed', name: 'Untouched', fields: [{ field: 'price', before: 20, after: 99 }] },
          { kind: 'added', itemId: null, externalId: 'new' },
        ],
      },
    });
    expect(preview.body.changeId).toBeUndefined();
    expect(await listNames(admin)).toEqual(UNTOUCHED);
    const applied = await upload(admin, file, { planHash: preview.body.planHash });
    expect(applied).toMatchObject({ status: 200, body: { counts: preview.body.counts } });
  });

  test('the plan of a preview is not applied once the inventory has changed, and the new plan is returned', async () => {
    const file = inventoryFile([buildFileProduct({ id: 'kept', name: 'Untouched', price: 99 })]);
    const preview = await upload(admin, file, { dryRun: true });
    await editMarkup((await onlyItem()).id, 40);
    const refused = await upload(admin, file, { planHash: preview.body.planHash });
    expect(refused).toMatchObject({ status: 409, body: { code: 'plan_moved', counts: { changed: 1 } } });
    expect(await onlyItem()).toMatchObject({ price: 20, markupDollars: 40 });
    expect(await upload(admin, file, { planHash: refused.body.planHash })).toMatchObject({ status: 200 });
  });

  test('after two uploads at once the inventory is one of the two files, complete', async () => {
    const files = ['a', 'b'].map((prefix) =>
      inventoryFile(
        Array.from({ length: 50 }, (_, index) =>
          buildFileProduct({ id: `${prefix}${index % 2 ? index : ''}-${index}` }),
        ),
      ),
    );
    const responses = await Promise.all(files.map((file) => upload(admin, file)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const ids = (await listInventory(admin)).map(({ externalId }) => externalId[0]);
    expect(ids).toHaveLength(50);
    expect(new Set(ids).size).toBe(1);
  });

  test('an edit during an upload is either replaced by the upload or refused, never applied in part', async () => {
    const { id } = await onlyItem();
    const [edit, replaced] = await Promise.all([
      editMarkup(id, 77),
      upload(admin, inventoryFile([buildFileProduct({ id: 'other', name: 'Other' })])),
    ]);
    expect(replaced.status).toBe(200);
    expect([200, 404]).toContain(edit.status);
    expect(await listNames(admin)).toEqual(['Other']);
  });

  // The real menu is not part of the project. It is tested only if GREENROOM_MENU names it.
  const menu = process.env.GREENROOM_MENU;
  if (menu && existsSync(menu)) {
    test('the real menu is loaded, with 2,164 of 2,400 products in stock', async () => {
      const response = await upload(admin, readFileSync(menu));
      expect(response.body.stats).toMatchObject({ totalProducts: 2400, productsWithStock: 2164 });
      expect(await listInventory(admin)).toHaveLength(2164);
    });
  }

  describe('an upload is refused and changes nothing if the file is', () => {
    const refusal = async (content: string | Buffer, options: Parameters<typeof upload>[2] = {}) => {
      const response = await upload(admin, content, options);
      expect(await listNames(admin)).toEqual(UNTOUCHED);
      return response;
    };

    test.each([
      ['empty', '', 'The file is empty.'],
      ['blank', ' \n', 'The file is empty.'],
      ['a list', '[{"id":1}]', 'The file must be a JSON object with a "data" list of products, not a list.'],
      ['a text', '"data"', 'The file must be a JSON object with a "data" list of products.'],
      [
        'without data',
        '{"items":[]}',
        'The file must be a JSON object with a "data" list of products; it has no "data" list.',
      ],
      ['without products', '{"data":[]}', 'The file has no products.'],
      ['truncated', '{"data":[{"id":1,"name":"A"', 'The file is incomplete: it ends too early.'],
      ['not JSON', '{"data":[}', 'The file is not valid JSON.'],
      ['sold out', inventoryFile([buildFileProduct({ qty: 0 })]), 'The file has no products in stock.'],
      [
        'UTF-16',
        Buffer.from(`\uFEFF${inventoryFile([buildFileProduct({})])}`, 'utf16le'),
        'The file is in UTF-16. Please save it as UTF-8.',
      ],
      [
        'UTF-16 without a mark',
        Buffer.from(inventoryFile([buildFileProduct({})]), 'utf16le'),
        'The file is in UTF-16. Please save it as UTF-8.',
      ],
      [
        'Latin-1',
        Buffer.from('{"data":[{"name":"Caf\xe9"}]}', 'latin1'),
        'The file is not UTF-8 text. Please save it as UTF-8.',
      ],
      ['nested 10,000 deep', `{"data":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, '1 of 1 products are not valid.'],
    ])('%s', async (_, content, message) => {
      const response = await refusal(content);
      expect(response).toMatchObject({ status: 400, body: { code: 'file_invalid', message } });
      expect(response.body.errors!.length).toBeGreaterThan(0);
    });

    test('invalid, with equal errors once, which name position, id, field and value', async () => {
      const response = await refusal(
        inventoryFile([
          buildFileProduct({ id: 'a' }),
          ...Array.from({ length: 150 }, (_, index) => ({ id: index, qty: 'x' })),
        ]),
      );
      expect(response).toMatchObject({ status: 400, body: { message: '150 of 151 products are not valid.' } });
      const more = 'The same in 149 more: products 3, 4, 5, 6, 7, …';
      expect(response.body.errors).toEqual([
        `Product 2 (id "0"): name is missing. ${more}`,
        `Product 2 (id "0"): qty must be a whole number of 0 or more, not "x". ${more}`,
        `Product 2 (id "0"): price is missing. ${more}`,
      ]);
    });

    test.each([
      ['menu.json', 415, 'wrong_file_type', 'Invalid File Type: Please upload a .customization or .txt file only'],
      ['menu', 415, 'wrong_file_type', 'Invalid File Type: Please upload a .customization or .txt file only'],
      ['txt', 415, 'wrong_file_type', 'Invalid File Type: Please upload a .customization or .txt file only'],
    ])('named %s', async (filename, status, code, message) => {
      expect(await refusal(inventoryFile([buildFileProduct({})]), { filename })).toMatchObject({
        status,
        body: { code, message },
      });
    });

    test('one byte larger than 10 MB', async () => {
      const padded = (bytes: number) =>
        inventoryFile([buildFileProduct({ id: 'big', name: 'Big' })]).padEnd(bytes, ' ');
      expect(await refusal(padded(10_485_761))).toMatchObject({
        status: 413,
        body: {
          code: 'file_too_large',
          message: 'File Too Large: Maximum file size is 10MB. Please upload a smaller file.',
        },
      });
      expect(await upload(admin, padded(10_485_760))).toMatchObject({ status: 200 });
    });

    // It is refused before a database is asked, and takes ten seconds.
    if (kind === 'sqlite') {
      test('full of a million tiny items', async () => {
        const response = await refusal(`{"data":[${'{},'.repeat(999_999)}{}]}`);
        expect(response).toMatchObject({
          status: 400,
          body: { message: '1000000 of 1000000 products are not valid.' },
        });
        expect(response.body.errors).toEqual(
          ['id', 'name', 'qty', 'price'].map(
            (field) => `Product 1: ${field} is missing. The same in 999,999 more: products 2, 3, 4, 5, 6, …`,
          ),
        );
      });
    }

    test('sent in part', async () => {
      const response = await refusal(inventoryFile([buildFileProduct({ id: 'half' })]), { cutAt: 0.5 });
      expect(response).toMatchObject({
        status: 400,
        body: { message: 'The upload is incomplete. Nothing was changed. Please send it again.' },
      });
    });

    test('sent as something other than a form, or missing in the form', async () => {
      const notAForm = await admin.call(replaceInventory, { body: {} as never });
      expect(notAForm).toMatchObject({ status: 415 });
      expect(await refusal(inventoryFile([buildFileProduct({})]), { field: 'other' })).toMatchObject({
        status: 400,
        body: { message: 'The form has no "file".' },
      });
    });

    test('sent by a member', async () => {
      const member = await buildMember(shop());
      expect(await upload(member, inventoryFile([buildFileProduct({})]))).toMatchObject({ status: 403 });
    });
  });

  test('open receipts that reserve more than a file leaves are named to those who read receipts, and others learn their number', async () => {
    const { receipt } = await buildOrder(shop(), {
      item: { name: 'Promised', quantity: 5, externalId: 'promised' },
      quantity: 4,
    });
    const file = inventoryFile([buildFileProduct({ id: 'promised', name: 'Promised', qty: 3 })]);
    const preview = await upload(admin, file, { dryRun: true });
    expect(preview.body.warnings).toContain(`Receipt #${receipt.number} is waiting for 4 × Promised; 3 would be left`);
    const clerk = await buildAdmin(shop(), 'inventory');
    const { warnings } = (await upload(clerk, file, { dryRun: true })).body;
    expect(warnings).toContainEqual(
      expect.stringMatching(/^\d+ open receipts? (is|are) waiting for more than would be left$/),
    );
    expect(warnings.join()).not.toContain('Receipt #');
  });

  test('prices that jump are named in the preview, such as those of a file in cents', async () => {
    const at = (times: number) =>
      inventoryFile([1, 2, 3].map((id) => buildFileProduct({ id, name: `Cents ${id}`, price: 20 * times })));
    await upload(admin, at(1));
    const warnings = async (times: number) => (await upload(admin, at(times), { dryRun: true })).body.warnings;
    expect(await warnings(100)).toContain(
      '3 base prices would move by more than 50%. The largest move is "Cents 1" from $20.00 to $2,000.00. ' +
        'The median base price would move from $20.00 to $2,000.00, by more than 15%. Prices in a file are dollars.',
    );
    expect(await warnings(1.1)).toEqual([]);
  });
});
