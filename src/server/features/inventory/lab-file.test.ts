import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { listChanges, revertChange } from '#contract/changes.ts';
import { editMany } from '#contract/inventory.ts';
import { editItem } from '#contract/inventory-items.ts';
import { uploadLabFile } from '#contract/item-pictures.ts';
import { PICTURE_MAX_BYTES } from '#domain/item-pictures.ts';
import { TABLES } from '../../tables.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { buildUploadForm, readItem } from '../../testing/inventory.ts';
import { buildPicture, uploadedFiles } from '../../testing/pictures.ts';
import { MOST_LINE_BYTES } from '../backup/read-backup.ts';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const LAB = { tested: '2026-10-01', expires: null, thc: '20 %', cbd: null, path: null };
const ADDRESS = /^\/api\/lab-results\/uploaded\/[0-9a-f]{32}\.pdf$/;

test('the largest files fit into one line of a backup', () => {
  const base64 = Math.ceil(PICTURE_MAX_BYTES / 3) * 4;
  expect(TABLES.pictures.batch * base64).toBeLessThan(MOST_LINE_BYTES);
});

bothDatabases((shop) => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
  });

  const send = (id: number, file: Buffer = PDF, headers: Record<string, string> = {}) => {
    // The name says nothing: the content decides.
    const { type, form } = buildUploadForm(file, { filename: 'result.txt' });
    return admin.call(uploadLabFile, { params: { id }, body: form, headers: { 'content-type': type, ...headers } });
  };
  const edit = (id: number, body: object) => admin.call(editItem, { params: { id }, body: body as never });
  const changesOf = async (id: number) => (await admin.call(listChanges, { query: { item: String(id) } })).body.changes;

  test('an uploaded PDF is the file of the lab result, as it was sent, and one Undo takes it back', async () => {
    const { id } = await buildItem(shop(), { lab: LAB });
    const { status, body } = await send(id);
    expect({ status, ...body }).toMatchObject({ status: 200, item: { shopOwned: ['lab'] } });
    expect(body.item.lab).toEqual({ tested: '2026-10-01', thc: '20 %', url: expect.stringMatching(ADDRESS) });
    expect(await readItem(admin, id)).toEqual(body.item);
    const served = await shop().request('GET', body.item.lab!.url!);
    expect(served).toMatchObject({ status: 200, bytes: PDF, headers: { 'content-type': 'application/pdf' } });
    expect(served.headers['content-disposition']).toMatch(/^attachment/);
    expect(await changesOf(id)).toMatchObject([{ id: body.changeId, kind: 'edit' }]);

    await admin.call(revertChange, { params: { id: body.changeId! }, body: {} });
    expect((await readItem(admin, id)).lab).toEqual({ tested: '2026-10-01', thc: '20 %' });
  });

  test('a picture of a result is converted like all pictures', async () => {
    const { id } = await buildItem(shop(), { lab: LAB });
    const { body } = await send(id, await buildPicture());
    expect(body.item.lab!.url).toMatch(/^\/api\/lab-results\/uploaded\/[0-9a-f]{32}\.webp$/);
    const served = await shop().request('GET', body.item.lab!.url!);
    expect(served).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });
  });

  test('an edit of the result keeps its file, and null as the address removes it', async () => {
    const { id } = await buildItem(shop(), { lab: LAB });
    const { url } = (await send(id)).body.item.lab!;
    const lab = { tested: '2026-11-01', cbd: '1 %' };
    expect((await edit(id, { lab })).body.item.lab).toEqual({ ...lab, url });
    expect((await edit(id, { lab: { ...lab, url: null } })).body.item.lab).toEqual(lab);
    expect(await shop().request('GET', url!)).toMatchObject({ status: 404 });
  });

  test('an item without a lab result takes no file, and nothing is stored', async () => {
    const { id } = await buildItem(shop());
    const before = uploadedFiles(shop());
    expect(await send(id)).toMatchObject({ status: 409, body: { code: 'lab_needed' } });
    expect(uploadedFiles(shop())).toEqual(before);
    expect(await changesOf(id)).toEqual([]);
  });

  test.each([
    [
      'a page',
      Buffer.from('<!doctype html><b>No</b>'),
      'This file is neither a PDF nor a picture that the shop can use.',
    ],
    ['an empty file', Buffer.alloc(0), 'This file is empty.'],
  ])('%s is refused in words', async (_, file, message) => {
    const { id } = await buildItem(shop(), { lab: LAB });
    expect(await send(id, file)).toMatchObject({ status: 400, body: { code: 'picture_refused', message } });
    expect((await readItem(admin, id)).lab).toEqual({ tested: '2026-10-01', thc: '20 %' });
  });

  test('a repeated call with the same key changes nothing again', async () => {
    const { id } = await buildItem(shop(), { lab: LAB });
    const key = { 'idempotency-key': randomUUID() };
    const first = (await send(id, PDF, key)).body;
    expect((await send(id, PDF, key)).body).toEqual(first);
    expect(await changesOf(id)).toHaveLength(1);
  });

  test('an item that is not in the lists is not found, and a file can be given back to the feed', async () => {
    const { id: gone } = await buildItem(shop(), { lab: LAB, listed: false });
    expect(await send(gone)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const { id } = await buildItem(shop(), { lab: LAB });
    await send(id);
    await admin.call(editMany, { body: { ids: [id], giveBack: ['lab'] } });
    expect(await readItem(admin, id)).toMatchObject({ lab: { tested: '2026-10-01', thc: '20 %' }, shopOwned: [] });
  });
});
