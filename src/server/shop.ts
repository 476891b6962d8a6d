import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { openDatabase, type Work } from './db/open.ts';
import { proveWrite } from './db/prove-write.ts';
import { ShopDatabase } from './db/shop-database.ts';
import { AlarmStatus } from './features/alarms/alarm-status.ts';
import { TrustedClock } from './features/alarms/trusted-clock.ts';
import { Writability } from './features/alarms/writability.ts';
import { Catalogue } from './features/catalogue/catalogue.ts';
import { type KeptCategories, keepCategories } from './features/categories/categories.service.ts';
import { EventStreams } from './features/events/event-streams.ts';
import { CurrentFeed } from './features/feed/feed-source.ts';
import type { SyncMemory } from './features/feed/guarded-plan.ts';
import { Gate } from './features/gate/gate.ts';
import { CallLimits } from './features/limits/call-limits.ts';
import { Devices } from './features/limits/devices.ts';
import { ShopLogo } from './features/logo/shop-logo.ts';
import { AccountKeys } from './features/order-addresses/account-keys.ts';
import { PictureAddresses } from './features/pictures/picture-addresses.ts';
import { CurrentImageOrigin } from './features/pictures/picture-origin.ts';
import { LocalFiles, type PictureSource } from './features/pictures/picture-sources.ts';
import { UploadedPictures } from './features/pictures/uploaded-pictures.ts';
import { PurchaseLimits } from './features/purchase-limits/purchase-limits.ts';
import { CurrentSettings } from './features/settings/current-settings.ts';
import { keepShopNotices } from './features/shop-notices/shop-notices.ts';
import { Tasks } from './features/tasks/tasks.ts';
import { Sessions } from './features/users/sessions.ts';
import { Readiness } from './http/readiness.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { createLog } from './lib/log.ts';
import { CALL_CONNECTIONS, TIME_LIMITS, type TimeLimits } from './limits.ts';
import type { EnvironmentSettings, Settings } from './settings.ts';

/** Everything a feature may use. Created once, in createShop; no code looks anything up elsewhere. */
export interface Shop {
  /** The settings in force at this moment. Nobody keeps a value that the panel can change. */
  settings: Settings;
  currentSettings: CurrentSettings;
  database: ShopDatabase;
  /** The current time in epoch milliseconds. */
  clock: () => number;
  /** Milliseconds by a clock that nobody sets. */
  steady: () => number;
  /** How long things may take. */
  timeLimits: TimeLimits;
  log: FastifyBaseLogger;
  /** The products that members see, as ready bytes. */
  catalogue: Catalogue;
  /** The settings of categories. */
  categories: KeptCategories;
  /** Runs work on the whole inventory, in a worker thread if it is large. */
  jobs: JobRunner;
  /** Makes backups, apart from other jobs: the panel's list must not wait for them. */
  backupJobs: JobRunner;
  /** The long work of the panel. */
  tasks: Tasks;
  /** The open event streams of this process. */
  streams: EventStreams;
  /** The readiness of this process for calls from a balancer. */
  readiness: Readiness;
  gate: Gate;
  sessions: Sessions;
  /** Limits that hold over all processes. */
  limits: CallLimits;
  /** The browsers that members have signed in with. */
  devices: Devices;
  purchaseLimits: PurchaseLimits;
  /** The keys whose addresses orders get. */
  accountKeys: AccountKeys;
  /** The notices that members see. */
  shopNotices: ReturnType<typeof keepShopNotices>;
  logo: ShopLogo;
  /** Says whether the clock of this machine is right. */
  trustedClock: TrustedClock;
  /** Says whether the shop can write. */
  writability: Writability;
  /** The alarms that an operator has to know, for the metrics. */
  alarms: AlarmStatus;
  /** The source of the inventory. */
  feed: CurrentFeed;
  syncs: SyncMemory;
  /** The sources of pictures, in the order in which they are tried. */
  pictureSources: readonly PictureSource[];
  /** The pictures that were uploaded for items. */
  uploadedPictures: UploadedPictures;
  /** The addresses of pictures that the shop hands out. */
  pictures: PictureAddresses;
  /** The sources of lab results. */
  labSources: readonly PictureSource[];
}

/** Of several processes, each has at least this many connections to a server. */
const LEAST_CONNECTIONS = 5;

interface ShopOptions {
  clock?: () => number;
  /** Milliseconds by a clock that nobody sets. */
  steady?: () => number;
  /** Moves the time of the database's server, in tests that move all clocks. */
  serverTime?: (time: number | null) => number | null;
  timeLimits?: TimeLimits;
  log?: FastifyBaseLogger;
  work?: Work;
}

/** Creates the shop of these settings. The database is open but not migrated; the caller closes it. */
export const createShop = async (
  environment: EnvironmentSettings,
  {
    clock = Date.now,
    steady = () => performance.now(),
    serverTime = (time) => time,
    timeLimits = TIME_LIMITS,
    log = createLog(environment.settings.LOG_LEVEL),
    work = 'calls',
  }: ShopOptions = {},
): Promise<Shop> => {
  const currentSettings = new CurrentSettings(environment);
  const settings = currentSettings.live;
  // Loaded only when it is needed: a real shop carries none of it.
  const demo = settings.DEMO ? await import('./start/demo.ts') : null;
  const connections = Math.max(LEAST_CONNECTIONS, Math.floor(CALL_CONNECTIONS / settings.WEB_CONCURRENCY));
  const database = new ShopDatabase(
    openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR }, { work, connections, timeLimits }),
  );
  const pictureFolder = join(settings.DATA_DIR, 'pictures');
  const pictures = new PictureAddresses({
    folder: pictureFolder,
    hasOrigin: () => settings.IMAGE_ORIGIN !== undefined,
    demoFolder: demo ? demo.DEMO_FOLDER : null,
  });
  const uploadedPictures = new UploadedPictures({ database, folder: pictureFolder, log });
  const categories = keepCategories({ database, log });
  const isPrivate = () => settings.CATALOGUE_NEEDS_GATE;
  const catalogue = new Catalogue({ database, log, isPrivate, pictures, clock, categories });
  const caughtUp = async () => {
    await categories.update().catch(() => {});
    await catalogue.caughtUp();
  };
  const imageOrigin = () => ({
    address: settings.IMAGE_ORIGIN,
    publicOnly: currentSettings.mustBePublic('IMAGE_ORIGIN'),
    ofPanel: currentSettings.isOfPanel('IMAGE_ORIGIN'),
  });
  return {
    settings,
    currentSettings,
    database,
    clock,
    steady,
    timeLimits,
    log,
    catalogue,
    categories,
    jobs: new JobRunner(database, caughtUp),
    backupJobs: new JobRunner(database, async () => {}),
    tasks: new Tasks({ database, clock, log }),
    // Before the streams, which check the gate again when it changes: it must have dropped its cached secrets by then.
    gate: new Gate({ database, clock }),
    streams: new EventStreams(database),
    readiness: new Readiness(),
    sessions: new Sessions({ database, clock, settings }),
    limits: new CallLimits({ database, clock, settings }),
    devices: new Devices({ database, clock }),
    purchaseLimits: new PurchaseLimits(settings),
    accountKeys: new AccountKeys({ database, settings, clock }),
    shopNotices: keepShopNotices({ database, log }),
    logo: new ShopLogo({ database, log }),
    trustedClock: new TrustedClock({ clock, steady, serverTime: async () => serverTime(await database.serverTime()) }),
    writability: new Writability({ prove: () => proveWrite(database), needsRoom: !settings.DATABASE_URL, steady }),
    alarms: new AlarmStatus(),
    syncs: { current: null },
    feed: new CurrentFeed(currentSettings, demo?.openDemoFeed(clock) ?? null),
    pictures,
    uploadedPictures,
    pictureSources: [
      uploadedPictures,
      new LocalFiles(pictureFolder),
      ...(demo ? [demo.demoPictures] : []),
      new CurrentImageOrigin(imageOrigin, timeLimits.imageOrigin),
    ],
    labSources: [
      uploadedPictures,
      new LocalFiles(join(settings.DATA_DIR, 'lab')),
      ...(demo ? [demo.demoLabResults] : []),
      new CurrentImageOrigin(imageOrigin, timeLimits.imageOrigin, {
        redirects: 0,
        accept: 'application/pdf, image/*',
      }),
    ],
  };
};
