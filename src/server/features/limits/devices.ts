import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { usernameKey } from '#domain/typed-text.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { findState, initState } from '../../db/shop-state.ts';

const YEAR_SECONDS = 365 * 24 * 3600;
/** How many names a device can be known for. The one that signed in longest ago is dropped. */
const MOST_NAMES = 10;

/** A browser that somebody has signed in with. */
export interface Device {
  id: string;
  /** Returns whether it signed in with a user name. */
  knows(username: string): boolean;
}

/**
 * Recognizes the browsers that members have signed in with, by a signed cookie (behavior 3.16). It proves nothing else:
 * its only use is that others do not hold such a browser up, by failures or by open streams.
 */
export class Devices {
  readonly #database: ShopDatabase;
  readonly #clock: () => number;
  #key: Promise<string> | null = null;

  constructor({ database, clock }: { database: ShopDatabase; clock: () => number }) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Reads the signing key, so that devices are known even if the database is out of reach later. */
  async start(): Promise<void> {
    await this.#signingKey();
  }

  /** Returns the device of a request; null if it is not a known one. */
  async find(request: FastifyRequest): Promise<Device | null> {
    const cookie = request.cookies[cookieName(request)];
    const [id = '', end = '', names = '', signature = ''] = cookie?.split('.') ?? [];
    if (!id || !(Number(end) * 1000 > this.#clock())) return null;
    const expected = Buffer.from(await this.#sign(`${id}.${end}.${names}`));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const key = await this.#signingKey();
    return { id, knows: (username) => names.split('~').includes(digestName(key, username)) };
  }

  /** Makes the browser that gets this response a known one for a user name. */
  async remember(reply: FastifyReply, username: string): Promise<void> {
    const { request } = reply;
    const known = await this.find(request);
    const earlier = known ? (request.cookies[cookieName(request)]!.split('.')[2] ?? '').split('~') : [];
    const name = digestName(await this.#signingKey(), username);
    const names = [name, ...earlier.filter((each) => each !== name)].slice(0, MOST_NAMES).join('~');
    const id = known?.id ?? randomBytes(12).toString('base64url');
    const end = Math.floor(this.#clock() / 1000) + YEAR_SECONDS;
    const value = `${id}.${end}.${names}`;
    reply.setCookie(cookieName(request), `${value}.${await this.#sign(value)}`, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: YEAR_SECONDS,
    });
  }

  /** The digest under which a user name is stored, because people also type passwords in its place. */
  async digest(username: string): Promise<string> {
    return digestName(await this.#signingKey(), username);
  }

  async #sign(value: string): Promise<string> {
    return hmac(await this.#signingKey(), `device ${value}`);
  }

  /** The key, which the first process that needs it makes. */
  #signingKey(): Promise<string> {
    if (this.#key) return this.#key;
    const reading = readOrCreateKey(this.#database);
    this.#key = reading;
    reading.catch(() => {
      this.#key = null;
    });
    return reading;
  }
}

/** Behind https, no other host of the domain can set the cookie. */
const cookieName = ({ protocol }: FastifyRequest): string =>
  protocol === 'https' ? '__Host-greenroom_device' : 'greenroom_device';

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

const digestName = (key: string, username: string): string => hmac(key, `name ${usernameKey(username)}`).slice(0, 22);

const readOrCreateKey = async (database: ShopDatabase): Promise<string> => {
  const key = await findState(database.read, 'device_key');
  if (key) return key;
  await database.write((tx) => initState(tx, 'device_key', randomBytes(32).toString('base64url')));
  return (await findState(database.read, 'device_key'))!;
};
