import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local feed that answers whatever a test wants, and remembers what it was asked. */
export interface FeedServer {
  url: string;
  requests: IncomingMessage[];
  /** Answers with this text from now on. */
  serve(text: string, headers?: Record<string, string>): void;
  /** Answers by this function from now on. */
  answer(listener: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Answers without an end from now on, as fast as it is taken. */
  pourForEver(): void;
  close(): Promise<void>;
}

export const startFeedServer = async (): Promise<FeedServer> => {
  const requests: IncomingMessage[] = [];
  let listener = (_request: IncomingMessage, response: ServerResponse): void => void response.writeHead(404).end();
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/menu`,
    requests,
    serve: (text, headers = {}) => {
      listener = (_request, response) => void response.writeHead(200, headers).end(text);
    },
    answer: (given) => {
      listener = given;
    },
    pourForEver: () => {
      const block = ' '.repeat(1024 * 1024);
      listener = (_request, response) => {
        const pour = () => {
          while (!response.destroyed && response.write(block));
        };
        response.on('drain', pour);
        pour();
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
