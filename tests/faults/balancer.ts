import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { waitUntil } from './wait.ts';

/** A balancer in front of several processes of a shop. */
export interface Balancer {
  /** The address, without a slash at the end. */
  url: string;
  /** Everything that a caller would take for a failure: "POST /api/cart/add: 503". */
  failures: readonly string[];
  /** How many calls each process got, in their order. */
  calls: readonly number[];
  /** Waits until the balancer has looked at a process often enough to be known to it (behavior 1.14). */
  isKnownTo(url: string): Promise<void>;
  close(): Promise<void>;
}

/** HAProxy's `inter`, and its `fall`: as many failed checks take a process out. One success takes it back. */
const CHECK_EVERY_MS = 250;
const FALL = 2;
/** A process knows a balancer by so many looks. */
const KNOWN_AFTER = 3;
/** Longer than any test. */
const KEEP_ALIVE_MS = 600_000;

interface Backend {
  url: string;
  agent: Agent;
  failedChecks: number;
  passedChecks: number;
}

/**
 * Starts a balancer on a free port of this machine. It does what HAProxy does with `option httpchk GET /readyz`, `option
 * redispatch` and keep-alive on both sides: a call goes to the next process only if its connection was refused, so that
 * nothing of it can have been done. A connection that breaks is a failure.
 */
export const startBalancer = async (urls: readonly string[]): Promise<Balancer> => {
  const backends = urls.map(
    (url): Backend => ({ url, agent: new Agent({ keepAlive: true }), failedChecks: 0, passedChecks: 0 }),
  );
  const failures: string[] = [];
  const calls = urls.map(() => 0);
  let turn = 0;

  const inOrder = (): Backend[] => {
    turn++;
    const from = backends.map((_, index) => backends[(turn + index) % backends.length]!);
    const isUp = ({ failedChecks }: Backend) => failedChecks < FALL;
    return [...from.filter(isUp), ...from.filter((backend) => !isUp(backend))];
  };
  const forward = async (call: IncomingMessage, response: ServerResponse) => {
    const name = `${call.method} ${call.url}`;
    const body = await buffer(call);
    for (const backend of inOrder()) {
      const answer = await send(backend, call, body, response).catch((error: NodeJS.ErrnoException) => error);
      if (answer instanceof Error) {
        if (answer.code === 'ECONNREFUSED') continue;
        failures.push(`${name}: ${answer.code ?? answer.message}`);
        break;
      }
      calls[backends.indexOf(backend)]! += 1;
      const { statusCode = 0, headers } = answer;
      if (statusCode >= 500) failures.push(`${name}: ${statusCode}`);
      const { connection: _, ...kept } = headers;
      response.writeHead(statusCode, kept);
      answer.on('error', (error) => {
        if (!response.destroyed) failures.push(`${name}: ${error.message}`);
        response.destroy();
      });
      answer.pipe(response);
      return;
    }
    response.writeHead(502).end();
  };
  const server = createServer((call, response) => void forward(call, response).catch(() => response.destroy()));
  // Otherwise a caller could send a call in the moment in which the balancer ends its quiet connection.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const checking = setInterval(() => {
    for (const backend of backends) {
      void isReady(backend).then((ready) => {
        backend.failedChecks = ready ? 0 : backend.failedChecks + 1;
        if (ready) backend.passedChecks += 1;
      });
    }
  }, CHECK_EVERY_MS);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    calls,
    isKnownTo: (url) => {
      const backend = backends.find((each) => each.url === url)!;
      const enough = backend.passedChecks + KNOWN_AFTER;
      return waitUntil(() => backend.passedChecks >= enough);
    },
    close: async () => {
      clearInterval(checking);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      for (const { agent } of backends) agent.destroy();
      await closed;
    },
  };
};

const send = ({ url, agent }: Backend, call: IncomingMessage, body: Buffer, response: ServerResponse) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { connection: _, 'transfer-encoding': __, ...headers } = call.headers;
    const sent = request(`${url}${call.url}`, {
      method: call.method,
      headers: { ...headers, 'content-length': body.length },
      agent,
    });
    sent.once('response', resolve).once('error', reject);
    // The caller has left, as the page of a stream does.
    response.once('close', () => response.writableFinished || sent.destroy());
    sent.end(body);
  });

const isReady = ({ url }: Backend): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );
