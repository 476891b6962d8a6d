import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { clientIp } from '../../http/client-ip.ts';
import type { Readiness } from '../../http/readiness.ts';

/** An open stream of server-sent events to one page. */
export interface EventStream {
  /** Sends a frame (eventFrame). A reader that is too slow is dropped; it may reconnect and catch up. */
  send(frame: Buffer): void;
  /** Calls the listener once when the stream has ended, whichever side ended it. */
  onEnd(listener: () => void): void;
  end(): void;
}

/** One event as bytes. Created once, sent to many. `data` is JSON, so it has no line breaks. */
export const eventFrame = (event: string, data: string): Buffer => Buffer.from(`event: ${event}\ndata: ${data}\n\n`);

/** Keeps proxies from closing a quiet stream (behavior 4.4). */
const HEARTBEAT_MS = 25_000;
const HEARTBEAT = Buffer.from(': still here\n\n');
/** A reader with more unread bytes than this is dropped. */
const MOST_UNREAD_BYTES = 1024 * 1024;
/** A visitor, a browser that somebody has signed in with, or a user of the panel. */
type Listener = 'visitor' | 'known' | 'panel';
/**
 * An open stream costs a socket and some memory. A process refuses a new one of a listener once it has this many, of all
 * listeners together. So visitors leave places for members, and both leave some for the panel (behavior 4.4).
 */
const MOST_STREAMS: Readonly<Record<Listener, number>> = { visitor: 3000, known: 3800, panel: 4000 };
/** The same for the streams of one address. */
const MOST_PER_ADDRESS: Readonly<Record<Listener, number>> = { visitor: 500, known: 600, panel: 650 };
/** Pages reconnect after a break, but not all in the same moment. */
const RECONNECT_MS = { least: 1000, spread: 3000 };
/** If another process is there already, they do so sooner. */
const RECONNECT_ELSEWHERE_MS = { least: 50, spread: 950 };

/** Tells a page after how many milliseconds it may open the stream again. */
const retryLine = ({ least, spread }: typeof RECONNECT_MS): string =>
  `retry: ${Math.round(least + Math.random() * spread)}\n\n`;

/** The open event streams of this process. */
export class EventStreams {
  readonly #open = new Set<OpenStream>();
  readonly #perAddress = new Map<string, number>();
  #heartbeat: NodeJS.Timeout | undefined;

  /** Streams are checked again when accounts or the gate change: their readers may have lost access. */
  constructor(database: ShopDatabase) {
    database.onChange(({ topic }) => {
      if (topic === 'users' || topic === 'sessions' || topic === 'gate') void this.recheckAll();
    });
  }

  /** How many pages listen to this process. */
  get count(): number {
    return this.#open.size;
  }

  /**
   * Turns a response into a stream of server-sent events that stays open.
   *
   * @param options.listener decides which places it may take
   * @param options.stillAllowed throws a ShopError of 401 or 403 once the reader may no longer listen, which ends the
   * stream. It is called at every heartbeat and whenever accounts or the gate change.
   * @returns null if the reader has left already
   * @throws ShopError rate_limited (429) if too many streams are open
   */
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    { listener, stillAllowed }: { listener: Listener; stillAllowed?: () => Promise<unknown> },
  ): EventStream | null {
    // A socket that is closed has no address to count for.
    if (request.raw.socket.destroyed) {
      reply.hijack();
      return null;
    }
    const stream = this.#add(clientIp(request), listener, () => new OpenStream(reply.raw, stillAllowed));
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': `${reply.getHeader('cache-control') ?? 'no-cache'}, no-transform`,
      // nginx would hold the events back until its buffer is full.
      'x-accel-buffering': 'no',
    });
    reply.raw.write(retryLine(RECONNECT_MS));
    if (request.method === 'HEAD') stream.end();
    return stream;
  }

  /** Ends all streams. If the process has handed its clients over, pages open theirs elsewhere at once (behavior 1.14). */
  endAll({ isHandedOver }: Pick<Readiness, 'isHandedOver'>): void {
    for (const stream of [...this.#open]) {
      if (isHandedOver) stream.send(Buffer.from(retryLine(RECONNECT_ELSEWHERE_MS)));
      stream.end();
    }
  }

  #add(address: string, listener: Listener, create: () => OpenStream): OpenStream {
    const ofAddress = this.#perAddress.get(address) ?? 0;
    if (this.#open.size >= MOST_STREAMS[listener] || ofAddress >= MOST_PER_ADDRESS[listener]) {
      throw new ShopError('rate_limited', { retryAfter: 30 });
    }
    const stream = create();
    this.#open.add(stream);
    this.#perAddress.set(address, ofAddress + 1);
    this.#heartbeat ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    stream.onEnd(() => this.#remove(address, stream));
    return stream;
  }

  async recheckAll(): Promise<void> {
    await Promise.all([...this.#open].map((stream) => stream.recheck()));
  }

  #beat(): void {
    for (const stream of [...this.#open]) stream.send(HEARTBEAT);
    void this.recheckAll();
  }

  #remove(address: string, stream: OpenStream): void {
    this.#open.delete(stream);
    const left = (this.#perAddress.get(address) ?? 1) - 1;
    if (left > 0) this.#perAddress.set(address, left);
    else this.#perAddress.delete(address);
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
    if (this.#response.writableLength > MOST_UNREAD_BYTES) this.#response.destroy();
    else this.#response.write(frame);
  }

  onEnd(listener: () => void): void {
    // A reader may have left before the stream was open, and "close" will not fire again.
    if (this.#response.closed) listener();
    else this.#response.once('close', listener);
  }

  end(): void {
    this.#response.end();
  }

  /** Ends the stream only for a refusal. A database that does not respond has refused nobody. */
  async recheck(): Promise<void> {
    try {
      await this.#stillAllowed?.();
    } catch (error) {
      if (error instanceof ShopError && (error.status === 401 || error.status === 403)) this.end();
    }
  }
}
