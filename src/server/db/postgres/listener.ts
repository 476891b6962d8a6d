import type { TimeLimits } from '../../limits.ts';
import type { Client } from './client.ts';
import type { PrimaryPool } from './primary-pool.ts';

const LEAST_PAUSE_MS = 200;
const MOST_PAUSE_MS = 2000;

/**
 * Listens to a channel of the server that accepts writes. After a lost connection it connects again, as often as it
 * takes. It is also the first to notice a server that no longer responds.
 */
export class Listener {
  readonly #pool: PrimaryPool;
  readonly #limits: Pick<TimeLimits, 'listenerCheck' | 'primaryCheck'>;
  readonly #channel: string;
  readonly #onMessage: (payload: string) => void;
  readonly #onConnect: () => Promise<void>;
  readonly #onServer: (url: string | null) => void;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #primaryTimer: NodeJS.Timeout | undefined;
  #pause = LEAST_PAUSE_MS;
  #ended = false;

  /**
   * `onConnect` runs after each new connection: messages may have been missed before it. `onServer` gets the address of
   * its server, and null if there is no server to connect to.
   */
  constructor(
    pool: PrimaryPool,
    options: {
      limits: Pick<TimeLimits, 'listenerCheck' | 'primaryCheck'>;
      channel: string;
      onMessage: (payload: string) => void;
      onConnect: () => Promise<void>;
      onServer: (url: string | null) => void;
    },
  ) {
    this.#pool = pool;
    this.#limits = options.limits;
    this.#channel = options.channel;
    this.#onMessage = options.onMessage;
    this.#onConnect = options.onConnect;
    this.#onServer = options.onServer;
  }

  /** Resolves once it listens. */
  async start(): Promise<void> {
    await this.#connect();
    const { every } = this.#limits.primaryCheck;
    this.#primaryTimer = setInterval(() => void this.#pool.checkPrimary().catch(() => {}), every);
    this.#primaryTimer.unref();
  }

  stop(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearInterval(this.#primaryTimer);
    this.#client?.destroy();
  }

  async #connect(): Promise<void> {
    const { client, url } = await this.#pool.openClient();
    if (this.#ended) return client.destroy();
    this.#client = client;
    this.#onServer(url);
    client.on('notification', ({ payload }) => this.#onMessage(payload ?? ''));
    try {
      await client.run({ text: `listen ${this.#channel}` }, this.#limits.listenerCheck.most);
      await this.#onConnect();
    } catch (error) {
      client.destroy();
      throw error;
    }
    this.#pause = LEAST_PAUSE_MS;
    client.once('end', () => this.#reconnectLater());
    // It may have ended while `onConnect` ran.
    if (client.lost) this.#reconnectLater();
    else this.#checkLater(client);
  }

  #checkLater(client: Client): void {
    this.#schedule(this.#limits.listenerCheck.every, async () => {
      await client.run({ text: 'select 1' }, this.#limits.listenerCheck.most).catch(() => this.#pool.suspect(client));
      if (!client.lost) this.#checkLater(client);
    });
  }

  #reconnectLater(): void {
    this.#schedule(this.#pause, async () => {
      this.#pause = Math.min(MOST_PAUSE_MS, this.#pause * 2);
      await this.#connect().catch(() => {
        this.#onServer(null);
        this.#reconnectLater();
      });
    });
  }

  #schedule(milliseconds: number, work: () => Promise<void>): void {
    if (this.#ended) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void work(), milliseconds);
    this.#timer.unref();
  }
}
