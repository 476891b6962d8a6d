import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, buildMember } from '../../testing/factories.ts';
import { listedNames, menuFile, product, upload } from '../../testing/uploads.ts';

const UNTOUCHED = ['Untouched'];

bothDatabases((shop) => {
  let token: string;
  beforeEach(async () => {
    ({ token } = await buildAdmin(shop()));
    await upload(shop(), token, menuFile([product({ id: 'kept', name: 'Untouched' })]));
  });

  const inventory = async () => (await shop().call('GET', '/api/admin/inventory', { token })).body.inventory;

  test('an upload replaces the whole inventory and states what it found', async () => {
    const answer = await upload(
      shop(),
      token,
      menuFile([
        product({ id: 1, name: ' Blue Dream ', qty: '12', price: '20.005', brand: 'Fernhill', category: 'Flower' }),
        product({ id: 2, qty: 0, category: 'Carts' }),
        product({ id: 3, category: 'Edibles', images: ['a/x950-b c.jpg', 'https://elsewhere.test/x.jpg'] }),
        product({ id: 4, category: null, weightLabel: 'Heap' }),
      ]),
    );
    expect(answer).toMatchObject({
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
    const items = await inventory();
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
    expect(items[1].images).toEqual(['/api/proxy-image/a/x950-b%20c.jpg']);
  });

  test('items keep their internal id where the external id is the same, and nothing else', async () => {
    const [before] = await inventory();
    await shop().call('PATCH', `/api/admin/inventory/${before.id}/markup`, { token, body: { markupDollars: 40 } });
    await shop().call('PATCH', `/api/admin/inventory/${before.id}/description`, {
      token,
      body: { description: 'Ours' },
    });
    const file = menuFile([product({ id: ' kept ', name: 'Renamed', description: 'Theirs' })]);
    const shown = await upload(shop(), token, file, { dryRun: true });
    expect(shown.body.warnings).toEqual(['"Untouched" loses what you set in the shop: markup $40.00, description']);
    await upload(shop(), token, file);
    expect(await inventory()).toEqual([
      expect.objectContaining({
        id: before.id,
        name: 'Renamed',
        description: 'Theirs',
        markupDollars: 15,
        shopOwned: [],
      }),
    ]);
  });

  test('a file that begins with a byte order mark is read as any other', async () => {
    const answer = await upload(shop(), token, Buffer.from(`\uFEFF${menuFile([product({ name: 'Marked' })])}`));
    expect(answer).toMatchObject({ status: 200, body: { stats: { totalProducts: 1 } } });
    expect(await listedNames(shop(), token)).toEqual(['Marked']);
  });

  test('in-house products arrive inactive, so that members do not see them', async () => {
    await upload(
      shop(),
      token,
      menuFile([product({ id: 1, brand: 'In-House' }), product({ id: 2, brand: 'Fernhill' })]),
    );
    expect((await inventory()).map((item: { isActive: boolean }) => item.isActive)).toEqual([false, true]);
  });

  test('a dry run shows the plan and does nothing; its hash applies exactly that plan', async () => {
    const file = menuFile([product({ id: 'kept', name: 'Untouched', price: 99 }), product({ id: 'new' })]);
    const shown = await upload(shop(), token, file, { dryRun: true });
    expect(shown).toMatchObject({
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
    expect(shown.body.changeId).toBeUndefined();
    expect(await listedNames(shop(), token)).toEqual(UNTOUCHED);
    const applied = await upload(shop(), token, file, { planHash: shown.body.planHash });
    expect(applied).toMatchObject({ status: 200, body: { counts: shown.body.counts } });
  });

  test('a plan that was shown is not applied once the inventory moved; the fresh plan is answered', async () => {
    const file = menuFile([product({ id: 'kept', name: 'Untouched', price: 99 })]);
    const shown = await upload(shop(), token, file, { dryRun: true });
    const [item] = await inventory();
    await shop().call('PATCH', `/api/admin/inventory/${item.id}/markup`, { token, body: { markupDollars: 40 } });
    const refused = await upload(shop(), token, file, { planHash: shown.body.planHash });
    expect(refused).toMatchObject({ status: 409, body: { code: 'plan_moved', counts: { changed: 1 } } });
    expect((await inventory())[0]).toMatchObject({ price: 20, markupDollars: 40 });
    expect(await upload(shop(), token, file, { planHash: refused.body.planHash })).toMatchObject({ status: 200 });
  });

  test('two uploads at once end in one of the two files, whole', async () => {
    const files = ['a', 'b'].map((prefix) =>
      menuFile(
        Array.from({ length: 50 }, (_, index) => product({ id: `${prefix}${index % 2 ? index : ''}-${index}` })),
      ),
    );
    const answers = await Promise.all(files.map((file) => upload(shop(), token, file)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    const ids = (await inventory()).map((item: { externalId: string }) => item.externalId[0]);
    expect(ids).toHaveLength(50);
    expect(new Set(ids).size).toBe(1);
  });

  test('an edit and an upload at once: the edit is either erased by the upload or refused, never half there', async () => {
    const [item] = await inventory();
    const [edit, replaced] = await Promise.all([
      shop().call('PATCH', `/api/admin/inventory/${item.id}/markup`, { token, body: { markupDollars: 77 } }),
      upload(shop(), token, menuFile([product({ id: 'other', name: 'Other' })])),
    ]);
    expect(replaced.status).toBe(200);
    expect([200, 404]).toContain(edit.status);
    expect(await listedNames(shop(), token)).toEqual(['Other']);
  });

  // The real menu is not part of the project: only where one is named is there a test of it.
  const menu = process.env.GREENROOM_MENU;
  if (menu && existsSync(menu)) {
    test('the real menu loads: 2,164 of 2,400 in stock', async () => {
      const answer = await upload(shop(), token, readFileSync(menu));
      expect(answer.body.stats).toMatchObject({ totalProducts: 2400, productsWithStock: 2164 });
      expect(await inventory()).toHaveLength(2164);
    });
  }

  describe('an upload is refused and nothing is touched', () => {
    const refusal = async (content: string | Buffer, options: Parameters<typeof upload>[3] = {}) => {
      const answer = await upload(shop(), token, content, options);
      expect(await listedNames(shop(), token)).toEqual(UNTOUCHED);
      return answer;
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
      ['sold out', menuFile([product({ qty: 0 })]), 'The file has no products in stock.'],
      [
        'UTF-16',
        Buffer.from(`\uFEFF${menuFile([product({})])}`, 'utf16le'),
        'The file is in UTF-16. Please save it as UTF-8.',
      ],
      [
        'UTF-16 without a mark',
        Buffer.from(menuFile([product({})]), 'utf16le'),
        'The file is in UTF-16. Please save it as UTF-8.',
      ],
      [
        'Latin-1',
        Buffer.from('{"data":[{"name":"Caf\xe9"}]}', 'latin1'),
        'The file is not UTF-8 text. Please save it as UTF-8.',
      ],
      ['nested 10,000 deep', `{"data":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, '1 of 1 products are not valid.'],
    ])('%s', async (_, content, message) => {
      const answer = await refusal(content);
      expect(answer).toMatchObject({ status: 400, body: { code: 'file_invalid', message } });
      expect(answer.body.errors.length).toBeGreaterThan(0);
    });

    test('with errors that name position, id and field, at most a hundred of them', async () => {
      const answer = await refusal(
        menuFile([product({ id: 'a' }), ...Array.from({ length: 150 }, (_, index) => ({ id: index, qty: 'x' }))]),
      );
      expect(answer).toMatchObject({ status: 400, body: { message: '150 of 151 products are not valid.' } });
      expect(answer.body.errors).toHaveLength(100);
      expect(answer.body.errors.slice(0, 3)).toEqual([
        'Product 2 (id "0"): name is missing',
        'Product 2 (id "0"): qty must be a whole number of 0 or more',
        'Product 2 (id "0"): price is missing',
      ]);
    });

    test.each([
      ['menu.json', 415, 'wrong_file_type', 'Invalid File Type: Please upload a .customization or .txt file only'],
      ['menu', 415, 'wrong_file_type', 'Invalid File Type: Please upload a .customization or .txt file only'],
      ['txt', 415, 'wrong_file_type', 'Invalid File Type: Please upload a .customization or .txt file only'],
    ])('named %s', async (filename, status, code, message) => {
      expect(await refusal(menuFile([product({})]), { filename })).toMatchObject({ status, body: { code, message } });
    });

    test('one byte over 10 MB', async () => {
      const padded = (bytes: number) => menuFile([product({ id: 'big', name: 'Big' })]).padEnd(bytes, ' ');
      expect(await refusal(padded(10_485_761))).toMatchObject({
        status: 413,
        body: {
          code: 'file_too_large',
          message: 'File Too Large: Maximum file size is 10MB. Please upload a smaller file.',
        },
      });
      expect(await upload(shop(), token, padded(10_485_760))).toMatchObject({ status: 200 });
    });

    test('with a million tiny items', async () => {
      const answer = await refusal(`{"data":[${'{},'.repeat(999_999)}{}]}`);
      expect(answer).toMatchObject({ status: 400, body: { message: '1000000 of 1000000 products are not valid.' } });
      expect(answer.body.errors).toHaveLength(100);
    });

    test('half sent', async () => {
      const answer = await refusal(menuFile([product({ id: 'half' })]), { cutAt: 0.5 });
      expect(answer).toMatchObject({
        status: 400,
        body: { message: 'The upload is incomplete. Nothing was changed. Please send it again.' },
      });
    });

    test('as something other than a form, or without a file in it', async () => {
      const path = '/api/admin/inventory/replace-inventory';
      expect(await shop().call('POST', path, { token, body: {} })).toMatchObject({ status: 415 });
      expect(await refusal(menuFile([product({})]), { field: 'other' })).toMatchObject({
        status: 400,
        body: { message: 'The form has no "file".' },
      });
    });

    test('by a member', async () => {
      const member = await buildMember(shop());
      expect(await upload(shop(), member.token, menuFile([product({})]))).toMatchObject({ status: 403 });
    });
  });

  test('open receipts that reserve more than a file leaves are named', async () => {
    const item = await buildItem(shop(), { name: 'Promised', quantity: 5, externalId: 'promised' });
    const member = await buildAdmin(shop());
    await shop().call('POST', '/api/cart/add', { token: member.token, body: { productId: item.id, quantity: 4 } });
    const { body } = await shop().call('POST', '/api/receipts', { token: member.token, body: {} });
    const file = menuFile([product({ id: 'promised', name: 'Promised', qty: 3 })]);
    const shown = await upload(shop(), token, file, { dryRun: true });
    expect(shown.body.warnings).toContain(
      `Receipt #${body.receipt.number} is waiting for 4 × Promised; 3 would be left`,
    );
  });
});
