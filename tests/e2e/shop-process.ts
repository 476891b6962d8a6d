import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Settings of a shop, by environment variable. */
export type ShopEnv = Record<string, string>;

/** A real shop in its own process and with its own data, as `npm start` runs it. */
export interface Shop {
  /** The address, without a slash at the end. A restart keeps it. */
  url: string;
  accessCode: string;
  admin: { username: string; password: string };
  dataDir: string;
  /** Returns everything the shop has logged since its last start. */
  output(): string;
  /** Returns how the process ended, or null while it runs. */
  ended(): string | null;
  /** Stops the shop if it runs and starts it with the same data and port. `env` replaces some of its settings. */
  restart(env?: ShopEnv): Promise<void>;
  /** Stops the process. `SIGKILL` has the effect of a power cut. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const project = fileURLToPath(new URL('../../', import.meta.url));
const accessCode = 'open-the-greenroom';
const admin = { username: 'admin', password: 'a-password-for-journeys' };

/** A shop that has not stopped by then is killed. Long enough for a busy machine, on which it finishes its calls first. */
const STOP_MS = 60_000;

/** The settings of every shop. Apart from PATH, the environment of the test run is not passed on. */
const defaults: ShopEnv = {
  PATH: process.env.PATH ?? '',
  HOST: '127.0.0.1',
  PORT: '0',
  SHOP_ACCESS_CODE: accessCode,
  SHOP_ADMIN_USERNAME: admin.username,
  SHOP_ADMIN_PASSWORD: admin.password,
  RATE_LIMITS: 'off',
  OPEN_ORDERS: '0',
  FIRST_ORDER_MAX: '0',
  // A sync of the demo feed moves stock, so the shop syncs only when a journey asks for it.
  SYNC_INTERVAL_SECONDS: '86400',
  TELEGRAM_SELLER: 'greenroom_seller',
  TELEGRAM_GROUP_URL: 'https://t.me/greenroom_group',
  BTC_ADDRESS: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  LTC_ADDRESS: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
};

/** How the process of a shop is started. */
interface StartOptions {
  /** A program with its arguments that runs the shop's own command. */
  through?: readonly string[];
  /** Called with every process that is started, before it is open. */
  onProcess?: (process: ChildProcess) => void;
}

/**
 * Starts a shop with empty data. The caller ends it with `closeShop`. Journeys use the `shop` fixture instead.
 *
 * @throws Error with the output of the shop if it ends before it is open
 */
export const startShop = async (env: ShopEnv = {}, options: StartOptions = {}): Promise<Shop> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'greenroom-shop-'));
  let settings: ShopEnv = { ...defaults, DATA_DIR: dataDir, ...env };
  let running = await run(settings, options).catch(async (error) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  const { url } = running;
  settings.PORT = new URL(url).port;

  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(killTimer);
  };
  return {
    url,
    accessCode,
    admin,
    dataDir,
    output: () => running.output(),
    ended: () => {
      const { exitCode, signalCode } = running.child;
      return exitCode === null ? signalCode : `code ${exitCode}`;
    },
    stop,
    restart: async (changed = {}) => {
      await stop();
      settings = { ...settings, ...changed };
      running = await run(settings, options);
    },
  };
};

/** Stops a shop and deletes its data. */
export const closeShop = async (shop: Shop): Promise<void> => {
  await shop.stop();
  await rm(shop.dataDir, { recursive: true, force: true });
};

interface Running {
  child: ChildProcess;
  url: string;
  output(): string;
}

/** Starts the built server and waits until it reports its address. */
const run = (env: ShopEnv, { through = [], onProcess }: StartOptions): Promise<Running> =>
  new Promise((resolve, reject) => {
    const [program, ...args] = [...through, process.execPath, join(project, 'dist/server/main.js')];
    const child = spawn(program!, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
    onProcess?.(child);
    // If a test worker is ended early, its shop must not keep running.
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
