import { beforeEach, describe, expect, test } from 'vitest';
import { revertChange } from '#contract/changes.ts';
import * as contract from '#contract/imports.ts';
import type { ImportMode } from '#domain/import-mapping.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, type TestUser } from '../../testing/factories.ts';
import { buildFileProduct, buildUploadForm, inventoryFile, listInventory, upload } from '../../testing/inventory.ts';
import { NESTED_FILES } from './testing/nested-files.ts';
import { OTHER_FILES, PRODUCT_FILES } from './testing/product-files.ts';
import { TABLE_FILES } from './testing/table-files.ts';

const KEPT = 'kept';

bothDatabases((shop) => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
    // The shop has nothing else.
    await upload(admin, inventoryFile([buildFileProduct({ id: KEPT })]));
  });

  const listItems = async () => (await listInventory(admin)).filter(({ externalId }) => externalId !== KEPT);

  const send = (content: string | Buffer, filename = 'menu.csv') => {
    const { type, form } = buildUploadForm(content, { filename });
    return admin.call(contract.createImport, { body: form, headers: { 'content-type': type } });
  };
  const read = async (content: string | Buffer, filename?: string) => {
    const response = await send(content, filename);
    expect(response.status, JSON.stringify(response.body)).toBe(201);
    return response.body.import;
  };
  type Read = Awaited<ReturnType<typeof read>>;
  const preview = (
    { id, mapping }: Read,
    {
      mode = 'add',
      skipProblems = false,
      ...changed
    }: Partial<Read['mapping']> & { mode?: ImportMode; skipProblems?: boolean } = {},
  ) =>
    admin.call(contract.planImport, {
      params: { id },
      body: { mapping: { ...mapping, ...changed }, mode, skipProblems },
    });
  const apply = ({ id }: Read, planHash: string) =>
    admin.call(contract.applyImport, { params: { id }, body: { planHash } });
  /** Reads a file and applies it without a look. */
  const take = async (content: string | Buffer, options: Parameters<typeof preview>[1] = {}, filename?: string) => {
    const file = await read(content, filename);
    const { body } = await preview(file, options);
    return apply(file, body.planHash);
  };
  const items = async () =>
    (await listItems()).map(({ externalId, name, size, quantity, price }) => [externalId, name, size, quantity, price]);
  const sum = ({ applied, skipped, refused }: { applied: number; skipped: number; refused: number }) =>
    applied + skipped + refused;

  describe('files of other systems', () => {
    test.each([...PRODUCT_FILES, ...NESTED_FILES, ...TABLE_FILES])(
      '$about',
      async ({ name, content, source, becomes, problems = [], facts = {} }) => {
        const file = await read(content, name);
        expect(file.source).toBe(source);
        const { body } = await preview(file, { skipProblems: true });
        expect(body.problems.map(({ message }) => message)).toEqual(
          problems.map((part) => expect.stringContaining(part)),
        );
        expect(sum(body.stats)).toBe(file.rows);
        expect((await apply(file, body.planHash)).status).toBe(200);
        expect((await items()).sort()).toEqual([...becomes].sort());
        const stored = await listItems();
        for (const [id, fact] of Object.entries(facts)) {
          expect(stored.find(({ externalId }) => externalId === id)).toMatchObject(fact);
        }
        // The same file once more has nothing new.
        const again = await preview(await read(content, name), { skipProblems: true });
        expect(again.body.counts).toMatchObject({ added: 0, changed: 0, removed: 0 });
      },
    );

    test.each(OTHER_FILES)('$name is none of them', async ({ name, content, source }) => {
      const { status, body } = await send(content, name);
      if (source === null)
        expect([status, body]).toEqual([400, expect.objectContaining({ code: 'import_unreadable' })]);
      else expect([status, body.import.source]).toEqual([201, source]);
    });

    test('another kind of file, and one that is too large, are refused', async () => {
      expect(await send('x', 'menu.xlsx')).toMatchObject({
        status: 415,
        body: { message: expect.stringContaining('.csv') },
      });
      expect((await send(Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))).status).toBe(413);
    });
  });

  const TABLE = 'id,name,qty,price,brand\nA,Night Owl,3,20,Harbor\nB,Blue Hour,4,30.50,\n';

  test('what members pay is the base price without a markup, and what the seller pays gets the usual one', async () => {
    const file = await read(TABLE);
    const final = await preview(file);
    expect(final.body.warnings).toContain('1 price is rounded up to whole dollars');
    await apply(file, final.body.planHash);
    expect((await listItems()).map(({ finalPrice, byHand }) => [finalPrice, byHand])).toEqual([
      [20, true],
      [31, true],
    ]);
    await take(TABLE.replaceAll('A,', 'C,').replaceAll('B,', 'D,'), { price: 'base' });
    expect((await listItems()).slice(2).map(({ finalPrice }) => finalPrice)).toEqual([35, 46]);
  });

  test('an update changes what its columns say, keeps what is blank, and adds a delivery', async () => {
    await take(TABLE);
    const response = await take('id,name,qty,price,brand\nA,Night Owl,5,,\nZ,Unknown,1,1,\n', {
      mode: 'update',
      quantity: 'add',
    });
    expect(response.body.stats).toEqual({ rows: 2, applied: 1, skipped: 1, refused: 0 });
    expect(await listItems()).toMatchObject([{ quantity: 8, price: 20, brand: 'Harbor' }, { quantity: 4 }]);
    await admin.call(revertChange, { params: { id: response.body.changeId! }, body: {} });
    expect(await items()).toEqual([
      ['A', 'Night Owl', null, 3, 20],
      ['B', 'Blue Hour', null, 4, 30.5],
    ]);
  });

  test('a replacement leaves out what has no stock and takes other items off the list, and Undo brings them back', async () => {
    await take(TABLE);
    const before = await listItems();
    const response = await take('id,name,qty,price\nB,Blue Hour,9,30.5\nC,Empty,0,5\n', { mode: 'replace' });
    expect(response.body.stats).toEqual({ rows: 2, applied: 1, skipped: 1, refused: 0 });
    expect(await items()).toEqual([['B', 'Blue Hour', null, 9, 30.5]]);
    await admin.call(revertChange, { params: { id: response.body.changeId! }, body: {} });
    expect(await listItems()).toEqual(before);
  });

  test('problems keep an import from being applied until they are answered or skipped', async () => {
    const file = await read('id,name,qty,price\nA,Night Owl,"1,000",20\nB,Tea,1,5\n');
    expect(file.problems).toEqual([
      { row: 2, column: 'qty', message: expect.stringContaining('two ways'), question: 'decimals' },
    ]);
    const asked = await preview(file);
    expect(asked.body.stats).toEqual({ rows: 2, applied: 1, skipped: 0, refused: 1 });
    expect(await apply(file, asked.body.planHash)).toMatchObject({ status: 409, body: { code: 'import_problems' } });
    expect(await items()).toEqual([]);
    const answered = await preview(file, { decimals: 'point' });
    expect(answered.body.problems).toEqual([]);
    await apply(file, answered.body.planHash);
    expect(await items()).toEqual([
      ['A', 'Night Owl', null, 1000, 20],
      ['B', 'Tea', null, 1, 5],
    ]);
  });

  test('an import that somebody has applied, or whose inventory has moved, changes nothing', async () => {
    const file = await read(TABLE);
    const { planHash } = (await preview(file)).body;
    await take('id,name,qty,price\nA,Other,1,1\n');
    const moved = await apply(file, planHash);
    const fresh = (moved.body as { planHash?: string }).planHash!;
    expect(moved).toMatchObject({ status: 409, body: { code: 'plan_moved', stats: { applied: 1, skipped: 1 } } });
    const both = await Promise.all([apply(file, fresh), apply(file, fresh)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await preview(file)).toMatchObject({ status: 409, body: { code: 'import_applied' } });
    expect(await items()).toEqual([
      ['A', 'Other', null, 1, 1],
      ['B', 'Blue Hour', null, 4, 30.5],
    ]);
  });

  test('an import that is applied again with its key changes nothing more and says what it did', async () => {
    const file = await read(TABLE);
    const { planHash } = (await preview(file)).body;
    const applyWith = (key: string) =>
      admin.call(contract.applyImport, {
        params: { id: file.id },
        body: { planHash },
        headers: { 'idempotency-key': key },
      });
    const [first, second] = await Promise.all([applyWith('one'), applyWith('one')]);
    expect(first).toMatchObject({ status: 200, body: { stats: { applied: 2 } } });
    expect(second.body).toEqual(first.body);
    expect((await applyWith('one')).body).toEqual(first.body);
    expect(await applyWith('two')).toMatchObject({ status: 409, body: { code: 'import_applied' } });
    expect(await items()).toHaveLength(2);
  });

  test('a mapping that does not fit the file is refused, and a missing one refuses every row', async () => {
    const file = await read(TABLE);
    expect((await preview(file, { fields: ['id'] })).status).toBe(400);
    expect((await preview(file, { fields: ['id', 'id', 'qty', 'price', null] })).status).toBe(400);
    const { body } = await preview(file, { fields: ['id', 'name', 'qty', null, null] });
    expect(body).toMatchObject({
      stats: { refused: 2 },
      problems: [{ row: null, message: 'No column is the price yet.' }],
    });
  });

  test('a file is kept for a day', async () => {
    const file = await read(TABLE);
    shop().advance(25 * 3_600_000);
    admin = await buildAdmin(shop());
    expect((await preview(file)).status).toBe(404);
  });

  test('a new category that is nearly one in use is offered that one, and the others are warned of', async () => {
    await upload(admin, inventoryFile([buildFileProduct({ id: KEPT, category: 'Lip Balms' })]));
    const file = await read(
      'id,name,qty,price,category\nA,Owl,3,20,Lip balm\nB,Fox,3,20,Oddments\nC,Elk,3,20,odd-ment\n',
    );
    const { body } = await preview(file);
    expect(body.nearCategories).toEqual([{ name: 'Lip balm', use: 'Lip Balms' }]);
    expect(body.warnings).toContainEqual(expect.stringContaining('"Oddments", "odd-ment" are different categories.'));
    const useCategories = body.nearCategories;
    const used = await admin.call(contract.planImport, {
      params: { id: file.id },
      body: { mapping: file.mapping, mode: 'add', useCategories },
    });
    expect(used.body.nearCategories).toEqual([]);
    await apply(file, used.body.planHash);
    expect((await listItems()).map(({ category }) => category)).toEqual(['Lip Balms', 'Oddments', 'odd-ment']);
  });

  test('equal problems refuse an import once, and its preview has each row', async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => `N${at},Owl ${at},many ${at},20`);
    const file = await read(`id,name,qty,price\n${rows.join('\n')}\n`);
    const { body } = await preview(file);
    expect(body.problems).toHaveLength(1200);
    const refused = await apply(file, body.planHash);
    expect((refused.body as unknown as { errors: string[] }).errors).toEqual([
      'Row 2: Stock: "many 0" is not a number. The same in 1,199 more: rows 3, 4, 5, 6, 7, …',
    ]);
  });

  test('mappings are kept under a name until they are deleted', async () => {
    const { mapping } = await read(TABLE);
    const params = { name: 'My register' };
    expect(await admin.call(contract.saveImportMapping, { params, body: { mapping } })).toMatchObject({
      status: 200,
      body: { mapping },
    });
    expect((await admin.call(contract.listImportMappings)).body).toEqual({ mappings: [{ ...params, mapping }] });
    // The same name in other bytes is the same mapping, and the names of its columns are kept with it.
    const columns = ['id', 'name', 'qty', 'price', 'brand'];
    const again = { params: { name: 'MY  register\u200b' }, body: { mapping, columns } };
    expect((await admin.call(contract.saveImportMapping, again)).body).toEqual({ ...params, mapping, columns });
    expect((await admin.call(contract.listImportMappings)).body.mappings).toEqual([{ ...params, mapping, columns }]);
    const spelled = { name: 'my register' };
    expect((await admin.call(contract.deleteImportMapping, { params: spelled })).status).toBe(200);
    expect((await admin.call(contract.deleteImportMapping, { params })).status).toBe(404);
  });
});
