import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/** Another host, for real: an HTTP server of its own that says what was asked of it. */
export interface LocalOrigin {
  address: string;
  /** The paths asked for, in order. */
  asked: string[];
  close(): Promise<void>;
}

export const startOrigin = async (
  answer: (path: string, response: ServerResponse, request: IncomingMessage) => void,
): Promise<LocalOrigin> => {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    answer(request.url ?? '', response, request);
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

/** A picture file of the given size, grainy so that it does not pack into nothing. */
export const aPicture = (width: number, height: number, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#356', noise: { type: 'gaussian', mean: 120, sigma: 30 } },
  })
    .toFormat(format)
    .toBuffer();
