import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Settings of a shop, by their names in the environment. */
export type ShopEnv = Record<string, string>;

/** A real shop in a process of its own, with its own data, as `npm start` runs it. */
export interface Shop {
  /** Where it is, without a slash at the end; the same after a restart. */
  url: string;
  accessCode: string;
  admin: { username: string; password: string };
  dataDir: string;
  /** What it has written so far. */
  output(): string;
  /** Stops it, if it runs, and starts it again on the same data and port, with `env` over the settings it had. */
  restart(env?: ShopEnv): Promise<void>;
  /** Ends it; `SIGKILL` is what a power cut looks like from outside. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const project = fileURLToPath(new URL('../../', import.meta.url));
const accessCode = 'open-the-greenroom';
const admin = { username: 'admin', password: 'a-password-for-journeys' };

/** What every shop of the journeys is set to. Nothing of the caller's own environment reaches it. */
const defaults: ShopEnv = {
  PATH: process.env.PATH ?? '',
  HOST: '127.0.0.1',
  PORT: '0',
  SHOP_ACCESS_CODE: accessCode,
  SHOP_ADMIN_USERNAME: admin.username,
  SHOP_ADMIN_PASSWORD: admin.password,
  RATE_LIMITS: 'off',
  // The demo feed moves stock at each sync: only when a journey asks for one.
  SYNC_INTERVAL_SECONDS: '86400',
  TELEGRAM_SELLER: 'greenroom_seller',
  TELEGRAM_GROUP_URL: 'https://t.me/greenroom_group',
  BTC_ADDRESS: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  LTC_ADDRESS: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
};

/**
 * Starts a shop on new data. Whoever starts one ends it with `closeShop`; journeys take the `shop` fixture instead.
 *
 * @throws Error with all that the shop wrote, if it ends before it is open
 */
export const startShop = async (env: ShopEnv = {}): Promise<Shop> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'greenroom-shop-'));
  let settings: ShopEnv = { ...defaults, DATA_DIR: dataDir, ...env };
  let running = await run(settings).catch(async (problem) => {
    await rm(dataDir, { recursive: true, force: true });
    throw problem;
  });
  const { url } = running;
  settings.PORT = new URL(url).port;

  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(late);
  };
  return {
    url,
    accessCode,
    admin,
    dataDir,
    output: () => running.output(),
    stop,
    restart: async (changed = {}) => {
      await stop();
      settings = { ...settings, ...changed };
      running = await run(settings);
    },
  };
};

/** Ends a shop and removes its data. */
export const closeShop = async (shop: Shop): Promise<void> => {
  await shop.stop();
  await rm(shop.dataDir, { recursive: true, force: true });
};

interface Running {
  child: ChildProcess;
  url: string;
  output(): string;
}

/** Runs the built server until it says where it is open. */
const run = (env: ShopEnv): Promise<Running> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: project,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // A worker that gives up on a hung journey must not leave its shop behind.
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    let output = '';
    const read = (part: string) => {
      output += part;
      const url = / is open at (http:\/\/\S+)\n/.exec(output)?.[1];
      if (url) resolve({ child, url, output: () => output });
    };
    for (const pipe of [child.stdout, child.stderr]) pipe.setEncoding('utf8').on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The shop ended with code ${code} before it was open:\n${output}`)));
  });
