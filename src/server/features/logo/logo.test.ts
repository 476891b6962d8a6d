import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { setPictures } from '#contract/item-pictures.ts';
import { removeLogo, setLogo } from '#contract/logo.ts';
import { getShop } from '#contract/settings.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { atEveryMoment } from '../../testing/crossing.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { buildUploadForm } from '../../testing/inventory.ts';
import { buildPicture, sendLogo, sendPicture, uploadedFiles } from '../../testing/pictures.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { backUp } from '../backup/backup.service.ts';
import { restore } from '../backup/restore.service.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { prunePictures } from '../pictures/prune-pictures.ts';

const ADDRESS = /^\/api\/logo\/[0-9a-f]{32}\.webp$/;
const DAY_MS = 86_400_000;

bothDatabases(
  (shop) => {
    let owner: TestUser;
    beforeEach(async () => {
      owner = await buildAdmin(shop());
    });
    // Another process with a data folder of its own.
    let second: TestShop;
    beforeAll(async () => {
      const { DATABASE_URL, DATA_DIR } = shop().settings;
      second = await startTestShop(DATABASE_URL ? { databaseUrl: DATABASE_URL } : { dataDir: DATA_DIR });
      await second.database.watch();
    });
    afterAll(() => second.close());

    const shown = async (on = shop()) => (await on.call(getShop)).body.logo;
    /** Sets a new logo. Returns its address. */
    const give = async (picture?: Buffer): Promise<string> => {
      const { status, body } = await sendLogo(owner, picture);
      expect([status, body.logo]).toEqual([200, expect.stringMatching(ADDRESS)]);
      return body.logo!;
    };
    const pathOf = (address: string) => address.replace('/api/logo/', 'uploaded/');

    test('an owner sets a logo, every process shows it, also before the gate, and removes it again', async () => {
      const logo = await give(await buildPicture({ width: 900, height: 300 }));
      await expect.poll(() => shown()).toBe(logo);
      await expect.poll(() => shown(second)).toBe(logo);
      for (const on of [shop(), second]) {
        const { status, headers, bytes } = await on.request('GET', logo);
        expect([status, headers['content-type'], headers['cache-control']]).toEqual([
          200,
          'image/webp',
          'public, max-age=31536000, immutable',
        ]);
        expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 171 });
      }
      const next = await give();
      await expect.poll(() => shown()).toBe(next);
      expect((await shop().request('GET', logo)).status).toBe(404);

      expect((await owner.call(removeLogo)).body).toEqual({ logo: null });
      await expect.poll(() => shown()).toBe(null);
      await expect.poll(() => shown(second)).toBe(null);
      expect((await shop().request('GET', next)).status).toBe(404);
      expect((await owner.call(removeLogo)).body).toEqual({ logo: null });
    });

    test('only a picture is taken, and what was there stays', async () => {
      const logo = await give();
      const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
      for (const bytes of [svg, '<script>alert(1)</script>', '%PDF-1.4', 'GIF89a']) {
        const { status, body } = await sendLogo(owner, Buffer.from(bytes));
        expect([bytes, status, body]).toEqual([bytes, 400, expect.objectContaining({ code: 'picture_refused' })]);
      }
      const pixels = sharp({ create: { width: 8000, height: 6251, channels: 3, background: '#356' } });
      expect((await sendLogo(owner, await pixels.png().toBuffer())).body).toMatchObject({ code: 'picture_refused' });
      expect(await sendLogo(owner, Buffer.alloc(40 * 1024 * 1024))).toMatchObject({
        status: 413,
        body: { code: 'picture_too_large', message: 'This picture is larger than 15 MB. Please choose a smaller one.' },
      });
      const { type, form } = buildUploadForm(await buildPicture(), { field: 'other' });
      expect(await owner.call(setLogo, { body: form, headers: { 'content-type': type } })).toMatchObject({
        status: 400,
        body: { code: 'file_invalid' },
      });
      expect(await owner.call(setLogo)).toMatchObject({ status: 415 });
      expect(await shown()).toBe(logo);
    });

    test('a picture of an item is no logo, and names that none can have are refused', async () => {
      const { id } = await buildItem(shop());
      const [picture] = (await sendPicture(owner, id)).body.item.images;
      const name = picture!.split('/').at(-1);
      for (const other of [name, 'logo.webp', '..%2f..%2fshop.db', 'a'.repeat(300)]) {
        expect((await shop().request('GET', `/api/logo/${other}`)).status).toBe(404);
      }
    });

    test('owners set it, once they have confirmed who they are, and no other role does', async () => {
      for (const role of ['orders', 'inventory'] as const) {
        const other = await buildAdmin(shop(), role);
        expect(await sendLogo(other)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
        expect(await other.call(removeLogo)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
      }
      shop().advance(11 * 60_000);
      const code = 'reauthentication_needed';
      expect(await sendLogo(owner)).toMatchObject({ status: 403, body: { code } });
      expect(await owner.call(removeLogo)).toMatchObject({ status: 403, body: { code } });
    });

    test('the evidence has each change once, with before and after', async () => {
      const [before, picture] = [await shown(), await buildPicture()];
      const logo = await give(picture);
      expect(await give(picture)).toBe(logo);
      await owner.call(removeLogo);
      await owner.call(removeLogo);
      const find = async () =>
        (await owner.call(listAudit, { query: { kind: 'settings', actor: owner.username } })).body.entries;
      await expect.poll(find).toHaveLength(2);
      expect((await find()).map((entry) => [entry.subject, entry.before, entry.after]).toReversed()).toEqual([
        ['the logo', before, logo],
        ['the logo', logo, null],
      ]);
    });

    const pass = (days: number) => {
      shop().advance(days * DAY_MS);
      second.advance(days * DAY_MS);
    };
    const isStored = async (address: string) =>
      (await shop().database.read.selectFrom('pictures').select('path').where('path', '=', pathOf(address)).execute())
        .length > 0;

    test('a logo in use stays for good, and one that is not goes after 30 days', async () => {
      const former = await give();
      const logo = await give();
      pass(31);
      await prunePictures(shop());
      expect([await isStored(former), await isStored(logo)]).toEqual([false, true]);
      expect(uploadedFiles(shop())).toContain(logo.split('/').at(-1));
      expect((await shop().request('GET', logo)).status).toBe(200);
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });

    test('a picture that becomes the logo at once with the pruning is never lost', async () => {
      for (const isFirst of [true, false]) {
        await atEveryMoment(shop(), async (cross) => {
          const admin = await buildAdmin(shop());
          const { id } = await buildItem(shop());
          const picture = await sharp(await buildPicture({ width: 90 }))
            .webp({ quality: 90, effort: 4 })
            .toBuffer();
          await sendPicture(admin, id, picture);
          await admin.call(setPictures, { params: { id }, body: { images: [] } });
          await shop().database.write(async (tx) => {
            await tx.deleteFrom('change_rows').execute();
            await tx.deleteFrom('change_sets').execute();
          });
          pass(31);
          owner = await buildAdmin(shop());
          let logo = '';
          const set = async () => {
            logo = await give(picture);
          };
          const works = [set, () => prunePictures(second)] as const;
          await (isFirst ? cross(works[0], works[1]) : cross(works[1], works[0]));
          expect(await isStored(logo)).toBe(true);
          expect((await shop().request('GET', logo)).status).toBe(200);
        });
      }
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    }, 120_000);

    test('a backup has it, and a restored shop shows it', async () => {
      const logo = await give();
      const folder = mkdtempSync(join(tmpdir(), 'greenroom-logo-'));
      try {
        const order = { actor: COMMAND_LINE, now: shop().clock() };
        const { file } = await backUp(shop().database, join(folder, 'shop.gz'), order);
        const other = await startTestShop({});
        await restore(other.database, file, order);
        await expect.poll(() => shown(other)).toBe(logo);
        expect((await other.request('GET', logo)).status).toBe(200);
        await other.close();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  },
  { settings: { CATALOGUE_NEEDS_GATE: 'on' } },
);
