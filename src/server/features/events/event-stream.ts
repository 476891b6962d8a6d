import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';

/** An open stream of server-sent events to one page. */
export interface EventStream {
  /** Sends a frame (eventFrame). A reader that is too slow to take it is dropped; it may come back and catch up. */
  send(frame: Buffer): void;
  /** Called once when the stream has ended, whoever ended it. */
  onEnd(listener: () => void): void;
  end(): void;
}

/** One event as it travels. Made once, sent to many. `data` is JSON, so it has no line breaks. */
export const eventFrame = (event: string, data: string): Buffer => Buffer.from(`event: ${event}\ndata: ${data}\n\n`);

/** Keeps proxies from closing a quiet stream (decisions §8 "events"). */
const HEARTBEAT_MS = 25_000;
const HEARTBEAT = Buffer.from(': still here\n\n');
/** A reader who lets more than this wait for him is dropped. */
const WAITING_BYTES = 1024 * 1024;
/** An open page costs a socket and some memory: one process bears so many, one address may take so many of them. */
const MOST_STREAMS = 4000;
const MOST_OF_ONE_ADDRESS = 500;
/** Pages come back after a cut, not all in the same moment. */
const COME_BACK_MS = { least: 1000, spread: 3000 };

/** The open streams of one shop. */
class EventStreams {
  readonly #open = new Set<OpenStream>();
  readonly #ofAddress = new Map<string, number>();
  #heartbeat: NodeJS.Timeout | undefined;

  get count(): number {
    return this.#open.size;
  }

  /** @throws ShopError rate_limited (429) when there are too many. */
  add(address: string, make: () => OpenStream): OpenStream {
    const ofAddress = this.#ofAddress.get(address) ?? 0;
    if (this.#open.size >= MOST_STREAMS || ofAddress >= MOST_OF_ONE_ADDRESS) {
      throw new ShopError('rate_limited', { retryAfter: 30 });
    }
    const stream = make();
    this.#open.add(stream);
    this.#ofAddress.set(address, ofAddress + 1);
    this.#heartbeat ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    stream.onEnd(() => this.#remove(address, stream));
    return stream;
  }

  /** Ends the streams of those who may no longer listen. */
  async recheck(): Promise<void> {
    await Promise.all([...this.#open].map((stream) => stream.recheck()));
  }

  endAll(): void {
    for (const stream of [...this.#open]) stream.end();
  }

  #beat(): void {
    for (const stream of [...this.#open]) stream.send(HEARTBEAT);
    void this.recheck();
  }

  #remove(address: string, stream: OpenStream): void {
    this.#open.delete(stream);
    const left = (this.#ofAddress.get(address) ?? 1) - 1;
    if (left > 0) this.#ofAddress.set(address, left);
    else this.#ofAddress.delete(address);
    if (this.#open.size > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}

class OpenStream implements EventStream {
  readonly #response: ServerResponse;
  readonly #stillAllowed: (() => Promise<unknown>) | undefined;

  constructor(response: ServerResponse, stillAllowed?: () => Promise<unknown>) {
    this.#response = response;
    this.#stillAllowed = stillAllowed;
  }

  send(frame: Buffer): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    if (this.#response.writableLength > WAITING_BYTES) this.#response.destroy();
    else this.#response.write(frame);
  }

  onEnd(listener: () => void): void {
    // Who went away before the stream was open is not heard leaving.
    if (this.#response.closed) listener();
    else this.#response.once('close', listener);
  }

  end(): void {
    this.#response.end();
  }

  /** Ends for a refusal only: a database that cannot answer just now has refused nobody. */
  async recheck(): Promise<void> {
    try {
      await this.#stillAllowed?.();
    } catch (error) {
      if (error instanceof ShopError && (error.status === 401 || error.status === 403)) this.end();
    }
  }
}

const allStreams = new WeakMap<Deps, EventStreams>();

const streamsOf = (deps: Deps): EventStreams => {
  const known = allStreams.get(deps);
  if (known) return known;
  const made = new EventStreams();
  allStreams.set(deps, made);
  return made;
};

/** How many pages listen to this process now. */
export const countEventStreams = (deps: Deps): number => streamsOf(deps).count;

/**
 * Answers a request with a stream of server-sent events that stays open. `stillAllowed` throws a
 * ShopError of 401 or 403 when the reader may no longer listen, which ends the stream; it is asked at every heartbeat
 * and whenever users moved.
 * @throws ShopError rate_limited (429) when too many streams are open.
 */
export const openEventStream = (
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  { stillAllowed }: { stillAllowed?: () => Promise<unknown> } = {},
): EventStream => {
  const stream = streamsOf(deps).add(callerOf(request), () => new OpenStream(reply.raw, stillAllowed));
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    // nginx would keep the events back until it has a full buffer.
    'X-Accel-Buffering': 'no',
  });
  reply.raw.write(`retry: ${Math.round(COME_BACK_MS.least + Math.random() * COME_BACK_MS.spread)}\n\n`);
  if (request.method === 'HEAD') stream.end();
  return stream;
};

/** Sees to it that streams end before the server closes, and that they hear of accounts that changed. */
export const keepEventStreams = (app: FastifyInstance, deps: Deps): void => {
  const streams = streamsOf(deps);
  const stopHearing = deps.database.onMoved(({ topic }) => {
    if (topic === 'users') void streams.recheck();
  });
  app.addHook('preClose', async () => {
    stopHearing();
    streams.endAll();
  });
};
