import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AFTER_REFUSAL } from '../limits.ts';

const LOOK_EVERY_MS = 100;

/**
 * Closes the connection after a response that was sent before the request had arrived, such as a refusal (behavior
 * 2.12). Otherwise a client that sends a body without end could keep the connection.
 */
export const closeAfterEarlyResponse = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    // A request without a network is always complete.
    if (raw.complete !== false) return done(null, payload);
    // A small body arrives with its headers, but is read after them.
    setImmediate(() => {
      if (!raw.complete) {
        reply.header('Connection', 'close');
        closeSlowly(raw);
      }
      done(null, payload);
    });
  });
};

/**
 * Replaces how Node closes this connection after the response. Node would destroy it, and the client could lose the
 * response while it is still sending. So the shop reads on, but not for long and not without end.
 */
const closeSlowly = (request: IncomingMessage): void => {
  const { socket } = request;
  const mostBytes = socket.bytesRead + AFTER_REFUSAL.bytes;
  socket.destroySoon = () => {
    socket.end();
    request.unpipe();
    request.resume();
    destroyWhen(socket, () => request.complete || socket.bytesRead > mostBytes);
  };
};

const destroyWhen = (socket: Socket, isDone: () => boolean): void => {
  const until = performance.now() + AFTER_REFUSAL.milliseconds;
  const looking = setInterval(() => {
    if (performance.now() >= until || isDone()) socket.destroy();
  }, LOOK_EVERY_MS).unref();
  socket.once('close', () => clearInterval(looking));
};
