import type { IncomingMessage, ServerResponse } from 'node:http';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { revertChange } from '#contract/changes.ts';
import { setPictures } from '#contract/item-pictures.ts';
import { listTasks, retryPictures } from '#contract/tasks.ts';
import { ALIVE_MS } from '#domain/tasks.ts';
import { deleteEnded, type Table } from '../../db/table.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, type TestUser } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listInventory, upload } from '../../testing/inventory.ts';
import { passTime } from '../../testing/leases.ts';
import { type LocalServer, sendEndlessly, startLocalServer } from '../../testing/local-server.ts';
import { FAR_LIMITS } from '../../testing/patience.ts';
import { buildPicture } from '../../testing/pictures.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { resolveTo, startTlsServer, treatAsPublic } from '../../testing/tls-server.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { PictureProcesses } from '../pictures/picture-processes.ts';
import { fetchImportPictures } from './fetch-pictures.ts';
import { importPictures } from './imports.table.ts';
import { takeImport } from './testing/take-import.ts';

const KEPT = 'kept';
const processes = new PictureProcesses(FAR_LIMITS.conversion);
afterAll(() => processes.close());

const fetchNow = (shop: TestShop, stopped = new AbortController().signal) =>
  fetchImportPictures(shop, processes, stopped);

/** A table with a product for each list of pictures: A, B, C. */
const tableOf = (...pictures: readonly (readonly string[])[]): string =>
  [
    'id,name,qty,price,images',
    ...pictures.map((each, at) => `${'ABCDEFGHIJ'[at]},Product ${'ABCDEFGHIJ'[at]},3,20,${each.join(';')}`),
  ].join('\n');

/** The tasks that this user's imports have started. */
const tasksOf = async (admin: TestUser) =>
  (await admin.call(listTasks)).body.tasks.filter(({ kind, by }) => kind === 'pictures' && by === admin.username);

bothDatabases(
  (shop) => {
    let admin: TestUser;
    let server: LocalServer;
    let pictures: Buffer[];
    beforeAll(async () => {
      server = await startLocalServer();
      pictures = await Promise.all(Array.from({ length: 10 }, () => buildPicture()));
    });
    afterAll(() => server.close());
    beforeEach(async () => {
      admin = await buildAdmin(shop());
      // The shop has nothing else.
      await upload(admin, inventoryFile([buildFileProduct({ id: KEPT })]));
      server.requests.length = 0;
      server.respondWith(sendPictures);
    });

    /** /3.png is the picture of number 3. */
    const sendPictures = ({ url }: IncomingMessage, response: ServerResponse) => {
      const picture = pictures[Number(/\d+/.exec(url!)?.[0] ?? NaN)];
      if (picture) response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
      else response.writeHead(404).end();
    };
    const at = (name: number | string) => `${server.url}/${name}.png`;
    const asked = () => server.requests.map(({ url }) => url).sort();
    const items = async () => (await listInventory(admin)).filter(({ externalId }) => externalId !== KEPT);
    const counts = async () => (await items()).map(({ images }) => images.length);
    const undo = (changeId: number | null) => admin.call(revertChange, { params: { id: changeId! }, body: {} });
    const leftOf = (taskId: string | null) =>
      shop().database.read.selectFrom('import_pictures').selectAll().where('task_id', '=', taskId).execute();
    const left = async () => (await Promise.all((await tasksOf(admin)).map(({ id }) => leftOf(id)))).flat();
    const expectSound = async () => expect(await checkData(shop().database)).toMatchObject({ well: true });

    test('the pictures of a file arrive after the import, each address once and three of a product', async () => {
      const large = await buildPicture({ width: 2400, height: 300 });
      server.respondWith((request, response) =>
        request.url === '/9.png' ? response.end(large) : sendPictures(request, response),
      );
      const { taskId, changeId, warnings } = await takeImport(admin, tableOf([1, 2, 3, 4].map(at), [at(1), at(9)], []));
      expect(warnings).toEqual([
        expect.stringContaining('4 pictures are fetched after the import, from 127.0.0.1'),
        expect.stringContaining('1 picture is left out'),
      ]);
      expect(await counts()).toEqual([0, 0, 0]);
      expect(await tasksOf(admin)).toMatchObject([
        { id: taskId, state: 'running', label: 'Fetch the pictures of menu.csv', message: null },
      ]);
      await fetchNow(shop());
      expect(asked()).toEqual(['/1.png', '/2.png', '/3.png', '/9.png']);
      expect(await counts()).toEqual([3, 2, 0]);
      expect(await tasksOf(admin)).toMatchObject([{ state: 'done', message: 'Fetched 4 pictures.', changeId }]);
      const [a, b] = await items();
      expect(a!.images[0]).toBe(b!.images[0]);
      const shown = await shop().uploadedPictures.find([b!.images[1]!.replace('/api/proxy-image/', '')]);
      expect((await sharp((await shown!.load(() => {}))!).metadata()).width).toBe(1600);
      expect(await left()).toEqual([]);
      await expectSound();
    });

    test('what fails is named in the task and keeps nothing else from arriving', async () => {
      server.respondWith((request, response) => {
        if (request.url === '/text.png') response.end('<svg/>');
        else if (request.url === '/declared.png') response.writeHead(200, { 'content-length': 2 ** 31 }).write('a');
        else if (request.url === '/undeclared.png') sendEndlessly(request, response);
        else if (request.url === '/elsewhere.png') response.writeHead(302, { location: 'http://other.test/' }).end();
        else sendPictures(request, response);
      });
      const bad = ['missing', 'text', 'declared', 'undeclared', 'elsewhere'];
      await takeImport(admin, tableOf(...bad.map((name) => [at(name)]), [at(1)]));
      await fetchNow(shop());
      expect(await counts()).toEqual([0, 0, 0, 0, 0, 1]);
      const [task] = await tasksOf(admin);
      const said = (name: string, letter: string, problem: string) => `Product ${letter}: ${problem} (${at(name)})`;
      expect([task!.state, ...task!.message!.split('\n')]).toEqual([
        'done',
        'Fetched 1 of 6 pictures.',
        said('missing', 'A', 'Its server answered 404 without a picture.'),
        expect.stringContaining('Product B: '),
        '2 pictures: The picture is larger than 15 MB.',
        `– Product C (${at('declared')})`,
        `– Product D (${at('undeclared')})`,
        said('elsewhere', 'E', 'The picture redirects to another host.'),
      ]);
      shop().advance(1000);
      await takeImport(admin, tableOf([], [], [], [], [], [], [at('gone')]));
      await fetchNow(shop());
      expect(await tasksOf(admin)).toMatchObject([{ state: 'failed' }, { state: 'done' }]);
    });

    test('pictures that failed are tried again with one press, and come to their place', async () => {
      server.respondWith((request, response) =>
        request.url === '/2.png' ? response.writeHead(503).end() : sendPictures(request, response),
      );
      const { taskId, changeId } = await takeImport(admin, tableOf([1, 2, 3].map(at), [at(2)]));
      await fetchNow(shop());
      expect(await tasksOf(admin)).toMatchObject([{ id: taskId, state: 'done', failedPictures: 1 }]);
      expect(await counts()).toEqual([2, 0]);
      server.respondWith(sendPictures);
      server.requests.length = 0;
      shop().advance(1000);
      const retry = () => admin.call(retryPictures, { params: { id: taskId! } });
      const { status, body } = await retry();
      expect([status, body.message]).toEqual([200, 'Trying 1 picture again']);
      expect((await retry()).status).toBe(404);
      await fetchNow(shop());
      expect(asked()).toEqual(['/2.png']);
      expect(await tasksOf(admin)).toMatchObject([
        { id: body.taskId, state: 'done', message: 'Fetched 3 pictures.', changeId },
        { id: taskId },
      ]);
      for (const task of await tasksOf(admin)) expect(task).not.toHaveProperty('failedPictures');
      const [a, b] = await items();
      expect([a!.images.length, a!.images[1]]).toEqual([3, b!.images[0]]);
      expect(await left()).toEqual([]);
      expect((await undo(changeId)).body).toMatchObject({ skipped: [] });
      await expectSound();
    });

    test('pictures that failed are forgotten with their task, and not offered once the import was undone', async () => {
      const { taskId, changeId } = await takeImport(admin, tableOf([at('gone')]));
      await fetchNow(shop());
      expect(await tasksOf(admin)).toMatchObject([{ id: taskId, state: 'failed', failedPictures: 1 }]);
      await undo(changeId);
      expect((await tasksOf(admin))[0]).not.toHaveProperty('failedPictures');
      await fetchNow(shop());
      expect(await leftOf(taskId)).toHaveLength(1);
      await shop().database.write((tx) => tx.deleteFrom('tasks').where('id', '=', taskId).execute());
      await shop().database.write((tx) => deleteEnded(tx, importPictures as Table, { now: shop().clock(), limit: 10 }));
      expect(await leftOf(taskId)).toEqual([]);
    });

    test('Undo takes the pictures back with their products, and what still waits is not fetched', async () => {
      const first = await takeImport(admin, tableOf([at(1)], [at(2)]));
      await fetchNow(shop());
      expect((await undo(first.changeId)).body).toMatchObject({ skipped: [] });
      expect(await items()).toEqual([]);
      shop().advance(1000);
      const second = await takeImport(admin, tableOf([at(3)], [at(4)]));
      expect((await undo(second.changeId)).body).toMatchObject({ skipped: [] });
      server.requests.length = 0;
      await fetchNow(shop());
      expect([asked(), await items(), await left()]).toEqual([[], [], []]);
      const [latest] = await tasksOf(admin);
      expect(latest!.message).toContain('Fetched 0 of 2 pictures.\n2 pictures not needed any more');
      await expectSound();
    });

    test('an update puts them before those that a product has, and Undo restores what was before', async () => {
      await takeImport(admin, tableOf([at(1)], []));
      await fetchNow(shop());
      const before = await items();
      const updated = await takeImport(admin, `id,price,images\nA,20,${at(2)}\nB,25,${at(1)};${at(3)}\n`, 'update');
      await fetchNow(shop());
      const after = await items();
      expect(await counts()).toEqual([2, 2]);
      expect(after[0]!.images[1]).toBe(before[0]!.images[0]);
      expect(after[1]!.images[0]).toBe(before[0]!.images[0]);
      expect((await undo(updated.changeId)).body).toMatchObject({ skipped: [] });
      expect(await items()).toEqual(before);
      // The same file again brings the same pictures, and nothing is there twice.
      await takeImport(admin, `id,price,images\nA,20,${at(1)}\n`, 'update');
      await fetchNow(shop());
      expect(await counts()).toEqual([1, 0]);
    });

    test('a replacement gets its pictures too, and Undo brings back what it replaced', async () => {
      await takeImport(admin, tableOf([at(1)], [at(2)]));
      await fetchNow(shop());
      const before = await listInventory(admin);
      const replaced = await takeImport(admin, tableOf([at(1)]), 'replace');
      expect(await counts()).toEqual([0]);
      await fetchNow(shop());
      expect(await counts()).toEqual([1]);
      expect((await undo(replaced.changeId)).body).toMatchObject({ skipped: [] });
      expect(await listInventory(admin)).toEqual(before);
    });

    test('a product whose pictures somebody has changed meanwhile keeps those', async () => {
      await takeImport(admin, tableOf([at(1), at(2)], [at(3)]));
      await fetchNow(shop());
      const [a] = await items();
      shop().advance(1000);
      const update = await takeImport(admin, `id,images\nA,${at(4)}\nB,${at(5)}\n`, 'update');
      const own = a!.images.toReversed();
      expect((await admin.call(setPictures, { params: { id: String(a!.id) }, body: { images: own } })).status).toBe(
        200,
      );
      await fetchNow(shop());
      const [nowA, nowB] = await items();
      expect(nowA!.images).toEqual(own);
      expect(nowB!.images).toHaveLength(2);
      const [task] = await tasksOf(admin);
      expect(task!.message).toContain('Fetched 1 of 2 pictures.\n1 picture not needed any more');
      await undo(update.changeId);
      expect((await items()).map(({ images }) => images.length)).toEqual([2, 1]);
    });

    describe('with a second process', () => {
      let second: TestShop;
      beforeAll(async () => {
        const { DATABASE_URL, DATA_DIR } = shop().settings;
        const place = DATABASE_URL ? { databaseUrl: DATABASE_URL } : { dataDir: DATA_DIR };
        second = await startTestShop({ ...place, settings: { PRIVATE_URLS: 'on' }, now: shop().clock() });
      });
      afterAll(() => second.close());
      const tenOf = () => tableOf(...pictures.map((_, number) => [at(number)]));
      /** Lets time pass for both. */
      const pass = async (milliseconds: number) => {
        await passTime(shop(), milliseconds);
        second.advance(milliseconds);
      };
      /** How many pictures each product has, whichever process has stored them. */
      const stored = async () => {
        const found = shop().database.read.selectFrom('items').select('images').where('external_id', '!=', KEPT);
        return (await found.where('listed', '=', 1).execute()).map(({ images }) => JSON.parse(images).length);
      };
      const one = Array.from({ length: 10 }, () => 1);
      const everything = Array.from({ length: 10 }, (_, number) => `/${number}.png`);

      test('each picture is fetched once', async () => {
        await takeImport(admin, tenOf());
        await Promise.all([fetchNow(shop()), fetchNow(second), fetchNow(shop())]);
        expect(asked()).toEqual(everything);
        expect(await stored()).toEqual(one);
      });

      test('a shop that stops in the middle goes on after its restart, with what is left', async () => {
        await takeImport(admin, tenOf());
        const release = holdBack(server, sendPictures, '/5.png');
        const stopping = new AbortController();
        const running = fetchNow(shop(), stopping.signal);
        await release.asked;
        expect(await tasksOf(admin)).toMatchObject([{ state: 'running', done: 4, total: 10 }]);
        stopping.abort();
        await running;
        release.go();
        expect((await stored()).filter((count) => count === 1)).toHaveLength(4);
        await pass(ALIVE_MS * 2);
        expect(await tasksOf(admin)).toMatchObject([{ state: 'running', message: null }]);
        server.requests.length = 0;
        await fetchNow(second);
        expect(asked()).toEqual(everything.slice(4));
        expect(await stored()).toEqual(one);
        expect(await tasksOf(admin)).toMatchObject([{ state: 'done', message: 'Fetched 10 pictures.' }]);
      });

      test('one that falls silent is replaced, and stores nothing when it comes back', async () => {
        await takeImport(admin, tenOf());
        const release = holdBack(server, sendPictures, '/5.png');
        const silent = fetchNow(shop());
        await release.asked;
        await fetchNow(second);
        expect(await left()).toHaveLength(10);
        await pass(ALIVE_MS + 1);
        const next = fetchNow(second);
        release.go();
        await Promise.all([silent, next]);
        await fetchNow(second);
        expect(await stored()).toEqual(one);
        expect(await left()).toEqual([]);
        expect(await tasksOf(admin)).toMatchObject([{ state: 'done', message: 'Fetched 10 pictures.' }]);
      });
    });
  },
  { settings: { PRIVATE_URLS: 'on' } },
);

bothDatabases(
  (shop) => {
    test('a picture that never ends is given up', async () => {
      const server = await startLocalServer((_request, response) => response.writeHead(200).write('a'));
      onTestFinished(() => server.close());
      const admin = await buildAdmin(shop());
      await takeImport(admin, tableOf([`${server.url}/1.png`]));
      await fetchNow(shop());
      expect(await tasksOf(admin)).toMatchObject([
        { state: 'failed', message: expect.stringContaining('The picture took longer than 0.5 seconds.') },
      ]);
    });
  },
  {
    settings: { PRIVATE_URLS: 'on' },
    timeLimits: { imageOrigin: { ...FAR_LIMITS.imageOrigin, complete: 500 } },
  },
);

/** Keeps one response back until it is let go. */
const holdBack = (
  server: LocalServer,
  send: (request: IncomingMessage, response: ServerResponse) => void,
  path: string,
) => {
  let go = () => {};
  let wasAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    wasAsked = resolve;
  });
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  server.respondWith((request, response) => {
    if (request.url !== path) return send(request, response);
    wasAsked();
    void held.then(() => send(request, response));
  });
  return { asked, go };
};

bothDatabases((shop) => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  test('pictures come from public addresses only, also behind a redirect or a name that moves', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const trap = await startLocalServer((_request, response) => response.end('inside'));
    onTestFinished(() => trap.close());
    const picture = await buildPicture();
    const server = await startTlsServer((request, response) => {
      response.setHeader('connection', 'close');
      if (request.url === '/inside') response.writeHead(302, { location: trap.url }).end();
      else if (request.url === '/moved') response.writeHead(302, { location: '/picture' }).end();
      else response.end(picture);
    });
    // 127.0.0.1 stands for an address out there, and 127.0.0.2 is inside.
    treatAsPublic('127.0.0.1');
    const admin = await buildAdmin(shop());
    const take = async (address: string, ...lookUps: string[][]) => {
      await upload(admin, inventoryFile([buildFileProduct({ id: KEPT })]));
      await takeImport(admin, tableOf([address]));
      const names = resolveTo(...lookUps);
      await fetchNow(shop());
      names.mockRestore();
      const [task] = await tasksOf(admin);
      shop().advance(1000);
      return task!.message!.split('\n').at(-1);
    };
    const refused = expect.stringContaining('The picture is not at a public address.');
    expect(await take(`${server.url}/picture`, ['127.0.0.1'])).toBe('Fetched 1 picture.');
    expect(await take(`${server.url}/moved`, ['127.0.0.1'])).toBe('Fetched 1 picture.');
    expect(await take(`${server.url}/inside`, ['127.0.0.1'])).toContain('The picture redirects to another host.');
    expect(await take(`${server.url}/moved`, ['127.0.0.1'], ['127.0.0.2'])).toEqual(refused);
    expect(await take(`${server.url}/picture`, ['127.0.0.1', '10.0.0.1'])).toEqual(refused);
    expect(await take('https://169.254.169.254/latest/meta-data', ['127.0.0.1'])).toEqual(refused);
    expect(await take(`https://localhost:${new URL(trap.url).port}/`, ['127.0.0.1'])).toEqual(refused);
    expect(trap.requests).toEqual([]);
    const { taskId, warnings } = await takeImport(admin, tableOf([], [`${trap.url}/x.png`]));
    expect([taskId, warnings]).toEqual([
      null,
      [expect.stringContaining('only addresses with https:// can be fetched')],
    ]);
  });
});
