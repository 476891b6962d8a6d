import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import type { Settings } from '../settings.ts';
import { leaveOutRepeated } from './repeated-lines.ts';

/**
 * The fields with tokens and passwords. At low levels, libraries log the headers of a request, and the bytes of a
 * broken one.
 */
const SECRET = ['headers', 'rawPacket', 'body', 'authorization', 'cookie', 'password', 'token'];

/** Creates the shop's log: one line of JSON each, none with a token, and the same failure once a minute. */
export const createLog = (level: Settings['LOG_LEVEL'], stream?: DestinationStream) =>
  pino(
    {
      level,
      hooks: { logMethod: leaveOutRepeated() },
      redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
    },
    stream,
  );

/** Returns whether a log keeps lines of this level. */
export const isLogged = ({ level }: FastifyBaseLogger, of: 'info'): boolean =>
  (pino.levels.values[level] ?? Number.POSITIVE_INFINITY) <= pino.levels.values[of]!;
