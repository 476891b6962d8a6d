import './navigator.ts';
import pg, { type ClientConfig } from 'pg';
import type { DatabaseLimits, TimeLimits } from '../../limits.ts';
import { ConnectionLostError } from '../failures.ts';
import { Client, type ServerState } from './client.ts';
import type { ServerAddresses } from './server-address.ts';

/** One server with its open connections. */
interface Server {
  url: string;
  pool: pg.Pool;
  clients: Set<Client>;
  /** Resolves once the server was given up. */
  gone: Promise<void>;
  giveUp: () => void;
}

/**
 * A pool of connections to the server that accepts writes. After a failure it gives up every connection that is not in
 * use and looks again, because another server may have taken over (docs/decisions/0016).
 */
export class PrimaryPool {
  readonly #addresses: ServerAddresses;
  readonly #limits: DatabaseLimits;
  readonly #otherServers: number;
  readonly #size: number;
  readonly #inUse = new Set<Client>();
  /** The addresses of connections outside the pool. */
  readonly #outside = new WeakMap<Client, string>();
  /** When a connection was last opened, or given back in good order. */
  #lastAnswer = Number.NEGATIVE_INFINITY;
  #current: Server | undefined;
  #search: Promise<Server> | undefined;
  #ended = false;

  constructor(
    addresses: ServerAddresses,
    { limits, otherServers, size }: { limits: DatabaseLimits; size: number } & Pick<TimeLimits, 'otherServers'>,
  ) {
    this.#addresses = addresses;
    this.#limits = limits;
    this.#otherServers = otherServers;
    this.#size = size;
  }

  /** How many queries wait for a connection. */
  get waiting(): number {
    return this.#current?.pool.waitingCount ?? 0;
  }

  /**
   * Returns a connection, to be given back by `release`.
   * @throws ConnectionLostError if no server accepts one in time
   */
  async acquire(): Promise<Client> {
    const { connect, queue } = this.#limits;
    const started = performance.now();
    const connecting = this.#connect();
    let waits = true;
    // A connection that comes too late goes back to the pool.
    connecting.then((client) => waits || this.release(client)).catch(() => {});
    try {
      return await within(connect, connecting, () => this.#answers() && performance.now() - started < queue);
    } catch (error) {
      if (isTimeout(error)) this.#forget();
      throw error;
    } finally {
      waits = false;
    }
  }

  /**
   * Gives a connection back. A lost one shows that something happened to its server. One that turned out to be read-only
   * is not used again: its server, or the server behind a proxy, has become a standby.
   */
  release(client: Client, { readOnly = false }: { readOnly?: boolean } = {}): void {
    if (client.lost || (readOnly && this.#addresses.urls.length > 1)) this.suspect(client);
    else this.#lastAnswer = performance.now();
    this.#inUse.delete(client);
    const unusable = readOnly || !this.#current?.clients.has(client);
    if (unusable) client.destroy();
    (client as unknown as pg.PoolClient).release(unusable);
  }

  /** Ends every connection to a server that is no longer the one in use, also those with a statement under way. */
  endOthers(url: string | null): void {
    if (this.#current && this.#current.url !== url) this.#forget();
    for (const client of this.#inUse) if (!this.#current?.clients.has(client)) client.destroy();
  }

  /** Opens a connection outside the pool, to the same server. The caller ends it. */
  async openClient(): Promise<{ client: Client; url: string }> {
    const { url } = await this.#findServer();
    const { client, state } = await this.#open(url);
    this.#outside.set(client, url);
    if (this.#usable(state)) return { client, url };
    client.destroy();
    this.#forget();
    throw notWritable();
  }

  /** Looks for the server again if this connection belongs to the present one. */
  suspect(client: Client): void {
    const server = this.#current;
    if (server && (server.clients.has(client) || server.url === this.#outside.get(client))) this.#forget();
  }

  /** Looks whether another server has taken over. Does nothing if there is only one. */
  async checkPrimary(): Promise<void> {
    if (this.#addresses.urls.length === 1 || !this.#current) return;
    const url = await this.#findPrimary();
    if (this.#current && this.#current.url !== url) this.#forget();
  }

  async end(): Promise<void> {
    this.#ended = true;
    this.#forget();
  }

  async #connect(): Promise<Client> {
    const server = await this.#findServer();
    const connecting = this.#connectTo(server);
    const client = await Promise.race([connecting, server.gone]);
    if (client) return client;
    // The server was given up while this call waited for a connection to it.
    connecting.then((late) => this.release(late)).catch(() => {});
    return this.#connectTo(await this.#findServer());
  }

  async #connectTo(server: Server): Promise<Client> {
    try {
      const client = (await server.pool.connect()) as unknown as Client;
      this.#inUse.add(client);
      this.#lastAnswer = performance.now();
      return client;
    } catch (error) {
      // Neither a full pool nor one slow connection says anything about the server. Given up later, so that this call
      // fails with its own error.
      const full = server.pool.totalCount >= this.#size && server.pool.idleCount === 0;
      const slow = isTimeout(error) && this.#answers();
      if (!full && !slow) setImmediate(() => this.#current === server && this.#forget());
      throw cannotConnect(error);
    }
  }

  /**
   * Returns whether the server has just answered somebody. When all calls open connections at once, as after a failover,
   * each may take long. Giving them up and starting again would only take longer.
   */
  #answers(): boolean {
    return performance.now() - this.#lastAnswer < this.#limits.connect;
  }

  #findServer(): Promise<Server> {
    if (this.#ended) return Promise.reject(closed());
    if (this.#current) return Promise.resolve(this.#current);
    this.#search ??= this.#findPrimary()
      .then((url) => {
        const server = this.#createServer(url);
        if (this.#ended) throw closed();
        this.#lastAnswer = performance.now();
        this.#current = server;
        return server;
      })
      .finally(() => {
        this.#search = undefined;
      });
    return this.#search;
  }

  /**
   * Returns the address of the server that accepts writes; of several, the one on the highest timeline. A single one is
   * asked as well, so that one call tries to reach a server that is away, and not all of them.
   */
  async #findPrimary(): Promise<string> {
    const { urls } = this.#addresses;
    const found: { url: string; timeline: number }[] = [];
    const failures: unknown[] = [];
    await new Promise<void>((resolve) => {
      let open = urls.length;
      for (const url of urls) {
        this.#probe(url)
          .then((state) => {
            if (!this.#usable(state)) return;
            found.push({ url, timeline: state.timeline });
            setTimeout(resolve, this.#otherServers).unref();
          })
          .catch((error) => failures.push(error))
          .finally(() => {
            open -= 1;
            if (open === 0) resolve();
          });
      }
    });
    const [best] = found.sort((a, b) => b.timeline - a.timeline);
    if (best) return best.url;
    const [failure] = failures;
    if (!failure) throw notWritable();
    throw urls.length === 1
      ? failure
      : new ConnectionLostError('No database server accepts writes.', { cause: failure });
  }

  async #probe(url: string): Promise<ServerState> {
    const { client, state } = await this.#open(url);
    client.end().catch(() => {});
    return state;
  }

  async #open(url: string): Promise<{ client: Client; state: ServerState }> {
    const client = new Client({ connectionString: url });
    try {
      return await within(
        this.#limits.connect,
        client.connect().then(async () => ({ client, state: await client.prepare(this.#limits) })),
      );
    } catch (error) {
      client.destroy();
      throw cannotConnect(error);
    }
  }

  #createServer(url: string): Server {
    const clients = new Set<Client>();
    class PooledClient extends Client {
      constructor(config: ClientConfig) {
        super(config);
        clients.add(this);
        this.once('end', () => clients.delete(this));
      }
    }
    const pool = new pg.Pool({
      connectionString: url,
      Client: PooledClient as never,
      max: this.#size,
      connectionTimeoutMillis: this.#limits.queue,
      idleTimeoutMillis: 60_000,
      allowExitOnIdle: true,
      verify: (connection, done) => {
        const client = connection as unknown as Client;
        client.prepare(this.#limits).then((state) => done(this.#usable(state) ? undefined : notWritable()), done);
      },
    });
    pool.on('error', () => {});
    let giveUp = () => {};
    const gone = new Promise<void>((resolve) => {
      giveUp = resolve;
    });
    return { url, pool, clients, gone, giveUp };
  }

  #usable({ writable }: ServerState): boolean {
    return writable || this.#addresses.target === 'any';
  }

  /** Connections in use end with their work. Idle ones end at once. */
  #forget(): void {
    const server = this.#current;
    if (!server) return;
    this.#current = undefined;
    server.giveUp();
    void server.pool.end();
    for (const client of server.clients) if (!this.#inUse.has(client)) client.destroy();
  }
}

const cannotConnect = (error: unknown): ConnectionLostError =>
  error instanceof ConnectionLostError
    ? error
    : new ConnectionLostError('The database cannot be reached.', { cause: error });

const closed = (): ConnectionLostError => new ConnectionLostError('The database is closed.');

const notWritable = (): ConnectionLostError => new ConnectionLostError('The database server accepts no writes.');

const isTimeout = (error: unknown): boolean => error instanceof ConnectionLostError && error.timedOut;

/** Rejects if the work takes longer than `limit` milliseconds. `goOn` may grant it the same time again. */
const within = <Result>(limit: number, work: Promise<Result>, goOn = () => false): Promise<Result> =>
  new Promise((resolve, reject) => {
    const expire = () => {
      if (goOn()) timer = setTimeout(expire, limit);
      else reject(new ConnectionLostError('The database did not respond in time.', { timedOut: true }));
    };
    let timer = setTimeout(expire, limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
