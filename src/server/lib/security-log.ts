import type { FastifyBaseLogger } from 'fastify';

/** An event for the people who watch the shop. Never a secret, and no name that somebody typed. */
export interface SecurityEvent {
  event:
    | 'sign_in'
    | 'register'
    | 'gate'
    | 'current_password'
    | 'password_change'
    | 'password_reset'
    /** A call that a limit refused. */
    | 'limit';
  /** Null if nobody is signed in and the name is unknown. */
  userId: string | null;
  address: string | undefined;
  /** "ok", or the code of the error. */
  result: string;
}

/** Writes one line per event to the log: at the level "info" if it went well, otherwise at "warn" (behavior 3.16). */
export const logSecurity = (log: FastifyBaseLogger, { event, userId, address, result }: SecurityEvent): void => {
  const line = { event, userId, address: address ?? null, result };
  if (result === 'ok') log.info(line, 'security');
  else log.warn(line, 'security');
};
