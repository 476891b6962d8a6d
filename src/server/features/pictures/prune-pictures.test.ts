import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revertChange } from '#contract/changes.ts';
import { setPictures } from '#contract/item-pictures.ts';
import { uploadedPath } from '#domain/item-pictures.ts';
import { prune } from '../../jobs/prune.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { atEveryMoment } from '../../testing/crossing.ts';
import { buildAdmin, buildItem, type TestUser, updateItems } from '../../testing/factories.ts';
import { readItem } from '../../testing/inventory.ts';
import { buildPicture, sendPicture } from '../../testing/pictures.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { prunePictures } from './prune-pictures.ts';

const DAY_MS = 86_400_000;

bothDatabases((shop) => {
  // A second process with a data folder of its own.
  let second: TestShop;
  beforeAll(async () => {
    const { DATABASE_URL, DATA_DIR } = shop().settings;
    second = await startTestShop(DATABASE_URL ? { databaseUrl: DATABASE_URL } : { dataDir: DATA_DIR });
  });
  afterAll(() => second.close());

  const pathOf = (address: string) => address.replace('/api/proxy-image/', '');
  const fileOf = (path: string, { dataDir } = shop()) => join(dataDir, 'pictures', path);
  const isStored = async (path: string) =>
    (await shop().database.read.selectFrom('pictures').select('path').where('path', '=', path).execute()).length > 0;
  /** Uploads a picture for an item. Returns its path. */
  const give = async (admin: TestUser, id: number, picture?: Buffer): Promise<string> => {
    const { status, body } = await sendPicture(admin, id, picture);
    expect(status).toBe(201);
    return pathOf(body.item.images[0]!);
  };
  const takeAll = async (admin: TestUser, id: number) =>
    (await admin.call(setPictures, { params: { id }, body: { images: [] } })).body.changeId!;
  const pass = (days: number) => {
    shop().advance(days * DAY_MS);
    second.advance(days * DAY_MS);
  };
  /** Writes a file as it was at a time of the shop's clock. */
  const writeOld = (path: string, bytes: Buffer | string, { days }: { days: number }) => {
    mkdirSync(dirname(fileOf(path)), { recursive: true });
    writeFileSync(fileOf(path), bytes);
    age(path, days);
  };
  const age = (path: string, days: number) => {
    const time = (shop().clock() - days * DAY_MS) / 1000;
    utimesSync(fileOf(path), time, time);
  };
  const pruneAll = async (on = shop()) => {
    await prune(on.database, { now: on.clock() });
    await prunePictures(on);
  };
  const expectSound = async () => expect(await checkData(shop().database)).toMatchObject({ well: true });

  test('a picture goes once it is 30 days old and neither an item nor a change names it', async () => {
    let admin = await buildAdmin(shop());
    const { id } = await buildItem(shop());
    const [removed, kept] = [await give(admin, id), await give(admin, id)];
    await admin.call(setPictures, { params: { id }, body: { images: [`/api/proxy-image/${kept}`] } });
    pass(90);
    await pruneAll();
    // The change that removed it can be undone on this day.
    expect([await isStored(removed), await isStored(kept)]).toEqual([true, true]);
    pass(1);
    await pruneAll();
    expect([await isStored(removed), await isStored(kept)]).toEqual([false, true]);
    expect([existsSync(fileOf(removed)), existsSync(fileOf(kept))]).toEqual([false, true]);
    expect((await shop().request('GET', `/api/proxy-image/${kept}`)).status).toBe(200);
    await expectSound();

    // Without any history, 30 days are left.
    admin = await buildAdmin(shop());
    const forgotten = await give(admin, id);
    await takeAll(admin, id);
    await forgetHistory();
    pass(30);
    await prunePictures(shop());
    expect(await isStored(forgotten)).toBe(true);
    pass(1);
    await prunePictures(shop());
    expect(await isStored(forgotten)).toBe(false);
  });

  const forgetHistory = () =>
    shop().database.write(async (tx) => {
      await tx.deleteFrom('change_rows').execute();
      await tx.deleteFrom('change_sets').execute();
    });

  test('what an item names stays for good, also an item that is off the list, and what the feed had', async () => {
    const admin = await buildAdmin(shop());
    const { id } = await buildItem(shop());
    const unlisted = await give(admin, id);
    await updateItems(shop(), [id], { listed: 0 });
    const other = await buildItem(shop());
    const ofFeed = await give(admin, other.id);
    await updateItems(shop(), [other.id], { images: '[]', feed_values: JSON.stringify({ images: [ofFeed] }) });
    const inAnotherForm = await give(admin, (await buildItem(shop())).id);
    const lab = { tested: '2026-01-05', path: inAnotherForm.replace('webp', 'pdf') };
    await updateItems(shop(), [other.id], { lab: JSON.stringify(lab) });
    await shop().database.write((tx) =>
      tx.updateTable('items').set({ images: '[]' }).where('images', 'like', `%${inAnotherForm}%`).execute(),
    );
    await forgetHistory();
    pass(400);
    await pruneAll();
    const stored = await Promise.all([unlisted, ofFeed, inAnotherForm].map(isStored));
    expect(stored).toEqual([true, true, true]);
    await expectSound();
  });

  test('an undone change keeps its pictures, because undoing the undo brings it back', async () => {
    const admin = await buildAdmin(shop());
    const { id } = await buildItem(shop());
    const first = await give(admin, id);
    const change = await takeAll(admin, id);
    const undo = async (which: number) =>
      (await admin.call(revertChange, { params: { id: which }, body: {} })).body.changeId!;
    await undo(await undo(change));
    pass(60);
    await pruneAll();
    expect(await isStored(first)).toBe(true);
    const [again] = [await buildAdmin(shop())];
    await again.call(revertChange, { params: { id: change }, body: {} });
    expect((await readItem(again, id)).images.map(pathOf)).toEqual([first]);
    expect((await shop().request('GET', `/api/proxy-image/${first}`)).status).toBe(200);
  });

  test('what the operator put into DATA_DIR stays, whatever its name is', async () => {
    const pattern = uploadedPath('0123456789abcdef0123456789abcdef');
    const own = ['jar.jpg', 'uploaded/jar.webp', `${pattern}.part`, pattern];
    for (const path of own) writeOld(path, 'of the operator', { days: 400 });
    const admin = await buildAdmin(shop());
    const { id } = await buildItem(shop());
    const replaced = await give(admin, id);
    writeFileSync(fileOf(replaced), 'of the operator too');
    await takeAll(admin, id);
    pass(91);
    await pruneAll();
    expect(await isStored(replaced)).toBe(false);
    for (const path of [...own, replaced]) expect(readFileSync(fileOf(path), 'utf8')).toContain('of the operator');
  });

  test('each process removes its own files, and a file that is the only copy of a named picture stays', async () => {
    const admin = await buildAdmin(shop());
    const [named, leftBehind] = [await buildItem(shop()), await buildItem(shop())];
    const only = await give(admin, named.id);
    const lost = await give(admin, leftBehind.id);
    await takeAll(admin, leftBehind.id);
    await shop().database.write((tx) => tx.deleteFrom('pictures').where('path', '=', only).execute());
    pass(91);
    const ofAnother = second.dataDir === shop().dataDir ? null : fileOf(lost, second);
    for (const path of [only, lost]) age(path, 91);
    await pruneAll(second);
    if (ofAnother) expect(existsSync(fileOf(lost))).toBe(true);
    await prunePictures(shop());
    expect([existsSync(fileOf(only)), existsSync(fileOf(lost))]).toEqual([true, false]);
    expect((await shop().request('GET', `/api/proxy-image/${only}`)).status).toBe(200);
    // Its row comes back with the next upload. Nothing else names it, so the check would miss it.
    await updateItems(shop(), [named.id], { images: '[]' });
    await expectSound();
  });

  test('a picture whose file is removed at this moment comes from the database', async () => {
    const admin = await buildAdmin(shop());
    const path = await give(admin, (await buildItem(shop())).id);
    const source = await shop().uploadedPictures.find([path]);
    await shop().uploadedPictures.remove(path);
    expect((await source!.load(() => {}))?.length).toBeGreaterThan(0);
  });

  /** Expects that everything which an item names is there and is served. */
  const expectServed = async (admin: TestUser, id: number) => {
    for (const address of (await readItem(admin, id)).images) {
      expect(await isStored(pathOf(address))).toBe(true);
      expect((await shop().request('GET', address)).status).toBe(200);
    }
  };

  test('a picture that is uploaded again at once with the pruning is never lost', async () => {
    for (const isFirst of [true, false]) {
      await atEveryMoment(shop(), async (cross) => {
        const admin = await buildAdmin(shop());
        const { id } = await buildItem(shop());
        const picture = await buildPicture();
        const path = await give(admin, id, picture);
        await takeAll(admin, id);
        await forgetHistory();
        pass(31);
        const uploader = await buildAdmin(shop());
        const works = [() => give(uploader, id, picture), () => prunePictures(second)] as const;
        await (isFirst ? cross(works[0], works[1]) : cross(works[1], works[0]));
        expect((await readItem(uploader, id)).images.map(pathOf)).toEqual([path]);
        await expectServed(uploader, id);
      });
    }
    await expectSound();
  });

  test('an undo at once with the pruning brings its picture back, or is refused', async () => {
    const outcomes = new Set<number>();
    for (const isFirst of [true, false]) {
      await atEveryMoment(shop(), async (cross) => {
        const admin = await buildAdmin(shop());
        const { id } = await buildItem(shop());
        await give(admin, id);
        const change = await takeAll(admin, id);
        pass(91);
        const undoer = await buildAdmin(shop());
        const undo = async () => {
          outcomes.add((await undoer.call(revertChange, { params: { id: change }, body: {} })).status);
        };
        const prune = () => pruneAll(second);
        await (isFirst ? cross(undo, prune) : cross(prune, undo));
        await expectServed(undoer, id);
      });
    }
    expect([...outcomes].sort()).toEqual([200, 404]);
    await expectSound();
  });
});
