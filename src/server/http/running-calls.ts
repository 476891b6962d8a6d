import type { Server } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import { waitAtMost } from '../lib/concurrency.ts';

const RETRY_AFTER_SECONDS = 5;
/** How long a caller that is still sending has to read that the call was given up. */
const LAST_WORD_MS = 1000;

/** The calls that run, so that they end with a response when the shop stops (behavior 1.14). */
export class RunningCalls {
  readonly #limit: number;
  readonly #running = new Set<FastifyReply>();
  /** Set once the shop stops: epoch milliseconds. */
  #giveUpAt: number | undefined;

  /** `limit`: how long running calls may go on when the shop stops, in milliseconds. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Follows the calls of these routes. */
  follow(routes: FastifyInstance): void {
    routes.addHook('onRequest', (_request, reply, next) => {
      if (this.#giveUpAt !== undefined) return next(beingRestarted());
      this.#running.add(reply);
      reply.raw.once('close', () => this.#running.delete(reply));
      next();
    });
  }

  /** How long calls and jobs may still go on, in milliseconds; 0 if the shop does not stop. */
  get timeLeft(): number {
    return Math.max(0, (this.#giveUpAt ?? 0) - Date.now());
  }

  /**
   * Accepts no more calls and waits for those that run. Gives up the rest at the limit. Resolves when no connection is
   * left.
   *
   * @param elapsed how much of the limit is over, in milliseconds
   */
  async finish(server: Server, elapsed: number): Promise<void> {
    const limit = Math.max(0, this.#limit - elapsed);
    this.#giveUpAt = Date.now() + limit;
    if (!server.listening) return;
    // Ends idle connections too.
    server.close();
    for (const { raw } of this.#running) if (!raw.headersSent) raw.setHeader('Connection', 'close');
    await waitAtMost(limit, Promise.all([...this.#running].map(closed)));
    await waitAtMost(LAST_WORD_MS, Promise.all([...this.#running].map(giveUp)));
    server.closeAllConnections();
  }
}

/** The refusal of a process that is to stop. */
export const beingRestarted = () =>
  new ShopError('unavailable', {
    retryAfter: RETRY_AFTER_SECONDS,
    message: 'The shop is being restarted. Please try again in a moment.',
  });

/** Ends a call with an error, or breaks a response off that has begun. Resolves when the caller can have read it. */
const giveUp = async (reply: FastifyReply): Promise<void> => {
  const { raw, request } = reply;
  if (raw.headersSent) {
    raw.destroy();
  } else if (!request.raw.complete) {
    // The connection stays open: closing it would discard the response while the caller is sending.
    raw.removeHeader('Connection');
    reply.send(beingRestarted());
    await new Promise((resolve) => raw.socket?.once('close', resolve));
  } else {
    const changesNothing = request.method === 'GET' || request.method === 'HEAD';
    reply.send(
      changesNothing ? beingRestarted() : new ShopError('outcome_unknown', { retryAfter: RETRY_AFTER_SECONDS }),
    );
    await closed(reply);
  }
};

const closed = ({ raw }: FastifyReply): Promise<void> =>
  new Promise((resolve) => {
    if (raw.closed) resolve();
    else raw.once('close', resolve);
  });
