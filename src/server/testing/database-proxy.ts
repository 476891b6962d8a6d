import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A TCP proxy in front of a PostgreSQL server. It fails as servers and networks do. */
export interface DatabaseProxy {
  /** The address of the database through the proxy. */
  url: string;
  /** The host and port of the proxy, for a list of several servers. */
  host: string;
  /** Ends every connection. New ones are accepted. */
  cut(): void;
  /** Like a server that stopped: connections end, and new ones are refused until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Like a paused server: connections stay open and new ones are accepted, but nothing gets a response. */
  pause(): void;
  /** Goes on after `pause`. Everything that was sent in between arrives. */
  resume(): void;
  /** Like a busy server: of several new connections each is accepted only after this many milliseconds for every one. */
  slowDown(milliseconds: number): void;
  /** Goes on after `pause` with new connections only, like a server that was replaced. The others stay silent. */
  replace(): void;
  /**
   * The server gets the next message with this text, but its response is lost with the connection. With `after`, only on a
   * connection that has sent that text before it.
   */
  loseResponseTo(text: string, after?: string): Promise<void>;
  close(): Promise<void>;
}

/** The two halves of a connection: from the shop, and to the server. */
interface Link {
  client: Socket;
  upstream: Socket;
}

/** `database` leads connections to another database of the same server, as if the proxy were another server. */
export const startDatabaseProxy = async (
  databaseUrl: string,
  { database }: { database?: string } = {},
): Promise<DatabaseProxy> => {
  const target = new URL(databaseUrl);
  const links = new Set<Link>();
  let paused = false;
  let slowness = 0;
  let arriving = 0;
  let trap: { text: string; after: string; spring: () => void } | null = null;

  const end = (link: Link) => {
    links.delete(link);
    link.client.destroy();
    link.upstream.destroy();
  };
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    const link: Link = { client, upstream };
    links.add(link);
    let startup = database !== undefined;
    let muted = false;
    let isArmed = false;
    client.on('data', (bytes) => {
      upstream.write(startup ? leadTo(database!, bytes) : bytes);
      startup = false;
      isArmed = trap !== null && (isArmed || bytes.includes(trap.after));
      if (!trap || !isArmed || !bytes.includes(trap.text)) return;
      const { spring } = trap;
      trap = null;
      muted = true;
      upstream.once('data', () => {
        end(link);
        spring();
      });
    });
    upstream.on('data', (bytes) => {
      if (!muted) client.write(bytes);
    });
    if (slowness > 0) void arriveSlowly(client);
    for (const socket of [client, upstream]) {
      socket.on('error', () => end(link)).on('close', () => end(link));
      if (paused) socket.pause();
    }
  });
  const arriveSlowly = async (client: Socket) => {
    client.pause();
    arriving += 1;
    // Those that come at the same time are counted first.
    await setTimeout(50);
    await setTimeout(slowness * arriving);
    arriving -= 1;
    client.resume();
  };
  const listen = async (port: number) => {
    if (server.listening) return;
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = () => {
    for (const link of [...links]) end(link);
  };
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  };
  const eachSocket = (act: (socket: Socket) => void) => {
    for (const { client, upstream } of links) for (const socket of [client, upstream]) act(socket);
  };

  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    host: url.host,
    cut,
    stop,
    start: () => listen(port),
    pause: () => {
      paused = true;
      eachSocket((socket) => socket.pause());
    },
    resume: () => {
      paused = false;
      eachSocket((socket) => socket.resume());
    },
    slowDown: (milliseconds) => {
      slowness = milliseconds;
    },
    replace: () => {
      paused = false;
    },
    loseResponseTo: (text, after = '') =>
      new Promise((spring) => {
        trap = { text, after, spring };
      }),
    close: async () => {
      if (server.listening) await stop();
    },
  };
};

/** The first message of a connection, which names the database: its length, the protocol, and pairs of texts. */
const leadTo = (database: string, message: Buffer): Buffer => {
  const texts = message.subarray(8).toString('latin1').split('\0');
  texts[texts.indexOf('database') + 1] = database;
  const rest = Buffer.from(texts.join('\0'), 'latin1');
  const start = Buffer.from(message.subarray(0, 8));
  start.writeInt32BE(rest.length + 8);
  return Buffer.concat([start, rest]);
};
