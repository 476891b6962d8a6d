import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * How the proxy treats connections. `forward`: everything goes through. `refuse`: they are cut, and new ones refused.
 * `swallow`: they stay open and new ones are accepted, but nothing on them arrives, as when a network fails. It arrives
 * later, as it does when a network comes back.
 */
type Mode = 'forward' | 'refuse' | 'swallow';

/** How a response gets lost: the shop waits for it in vain, or its connection is cut. */
export type Loss = 'silence' | 'cut';

/** A network between a shop and its database server that can fail. */
export interface NetworkProxy {
  readonly port: number;
  /** Changes the mode. Connections on which a response got lost are cut then. */
  set(mode: Mode): Promise<void>;
  /** Cuts all connections. */
  cut(): void;
  /** From the moment at which `happened` is true, nothing the server sends arrives any more. */
  loseAnswers(happened: () => Promise<boolean>, loss: Loss): void;
  close(): Promise<void>;
}

interface Link {
  /** The shop's end. */
  near: Socket;
  /** The server's end; not connected yet while everything is swallowed. */
  far: Socket | null;
}

/** Starts a proxy on a free port of this machine, in this process. */
export const startProxy = async (serverPort: number): Promise<NetworkProxy> => {
  let mode: Mode = 'forward';
  let losing: { happened: () => Promise<boolean>; loss: Loss } | null = null;
  const links = new Set<Link>();

  const cut = (link: Link) => {
    links.delete(link);
    link.near.resetAndDestroy();
    link.far?.destroy();
  };
  /** Passes on what the server sends, in its order, or loses it. */
  const answer = async (link: Link, bytes: Buffer) => {
    if (losing && (await losing.happened())) {
      if (losing?.loss === 'cut') cut(link);
    } else if (!link.near.destroyed) {
      link.near.write(bytes);
    }
  };
  const open = (link: Link) => {
    const far = connect({ port: serverPort, host: '127.0.0.1', noDelay: true });
    link.far = far;
    let answers = Promise.resolve();
    far.on('data', (bytes) => {
      answers = answers.then(() => answer(link, bytes)).catch(() => cut(link));
    });
    far.on('end', () => void answers.then(() => link.near.end()));
    far.on('error', () => cut(link));
    link.near.on('data', (bytes) => far.write(bytes));
    link.near.on('end', () => far.end());
  };
  const accept = (near: Socket) => {
    const link: Link = { near, far: null };
    links.add(link);
    near.setNoDelay(true);
    near.on('error', () => cut(link));
    near.on('close', () => {
      links.delete(link);
      link.far?.end();
    });
    if (mode === 'swallow') near.pause();
    else open(link);
  };

  let listener = await listen(0, accept);
  const { port } = listener.address() as { port: number };
  const stopListening = () => {
    const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
    for (const link of links) cut(link);
    return closed;
  };
  const set = async (next: Mode) => {
    if (losing) for (const link of links) cut(link);
    losing = null;
    if (mode === 'refuse' && next !== 'refuse') listener = await listen(port, accept);
    mode = next;
    if (next === 'refuse') return stopListening();
    for (const link of links) {
      if (next === 'forward' && !link.far) open(link);
      for (const end of [link.near, link.far]) next === 'swallow' ? end?.pause() : end?.resume();
    }
  };
  return {
    port,
    set,
    cut: () => {
      for (const link of links) cut(link);
    },
    loseAnswers: (happened, loss) => {
      losing = { happened, loss };
    },
    close: () => (mode === 'refuse' ? Promise.resolve() : stopListening()),
  };
};

const listen = (port: number, accept: (socket: Socket) => void): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer({ allowHalfOpen: true }, accept).once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
