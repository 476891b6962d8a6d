import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** An outside service, such as a feed, a picture origin or a webhook: a real HTTP server that records its requests. */
export interface LocalServer {
  /** Without a slash at the end. */
  url: string;
  /** The requests in order. Empty it to count from here. */
  requests: IncomingMessage[];
  /** Responds to all later requests with this function. */
  respondWith(listener: Listener): void;
  /** Ends every connection, also those that wait for a response. */
  close(): Promise<void>;
}

/** Starts a server that responds with 404 if there is no listener. */
export const startLocalServer = async (
  listener: Listener = (_request, response) => response.writeHead(404).end(),
): Promise<LocalServer> => {
  const requests: IncomingMessage[] = [];
  let current = listener;
  const server = createServer((request, response) => {
    requests.push(request);
    current(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respondWith: (next) => {
      current = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** A listener that responds with this text. */
export const sendText =
  (text: string, headers: Record<string, string> = {}): Listener =>
  (_request, response) =>
    response.writeHead(200, headers).end(text);

/** A listener whose response never ends. It sends as fast as the reader reads. */
export const sendEndlessly: Listener = (_request, response) => {
  const block = Buffer.alloc(256 * 1024, ' ');
  const sendMore = () => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', sendMore);
  sendMore();
};
