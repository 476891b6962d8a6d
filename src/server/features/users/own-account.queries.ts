import { sql } from 'kysely';
import type { Role } from '#domain/permissions.ts';
import { jsonRow, jsonRows } from '../../db/json.ts';
import { type ParamOf, prepareQuery, prepareWrite } from '../../db/prepared-query.ts';
import { asText, asWhole, countOf } from '../../db/sql.ts';
import type { Tx } from '../../db/types.ts';
import { insertEntry, insertEntryTexts, type PreparedActor } from '../audit/prepared-audit.queries.ts';
import { activeSession, openSessions, SESSION_COLUMNS, type SessionKey } from './sessions.queries.ts';
import { USER_COLUMNS } from './users.queries.ts';

/*
 * The calls of an account, each as one statement that also finds the session.
 */

/** The session of a request with the columns of its user. */
export const findOwnUser = prepareQuery((db, param: ParamOf<SessionKey>) =>
  activeSession(db, param).select([
    'users.id',
    'users.email',
    'users.signal_username',
    'users.member_type',
    'users.status',
    'users.created_at',
  ]),
);

/** The session of a request with all open sessions of its user. */
export const findOwnSessions = prepareQuery((db, param: ParamOf<SessionKey>) =>
  db
    .with('session', (q) => activeSession(q, param))
    .selectFrom('session')
    .select(SESSION_COLUMNS)
    .select(
      jsonRows(db, openSessions(db, param('now')).where('sessions.user_id', '=', sql.ref<string>('session.userId'))).as(
        'open',
      ),
    ),
);

/**
 * Ends one of the user's sessions; this one if no id is given. `ended` is how many there were. On SQLite, `session` is
 * null if it was this one, because it is read last there.
 */
export const endOwnSession = prepareWrite((db, param: ParamOf<SessionKey & { id: string | null }>) =>
  db
    .with('session', (q) => activeSession(q, param))
    .with('ended', (q) =>
      q
        .deleteFrom('sessions')
        .where('user_id', '=', q.selectFrom('session').select('session.userId'))
        .where(
          'id',
          '=',
          q
            .selectFrom('session')
            .select(sql<string>`coalesce(${asText(param('id'))}, ${sql.ref('session.sessionId')})`.as('id')),
        )
        .returning('id'),
    )
    .selectNoFrom((eb) => [
      jsonRow(db, eb.selectFrom('session').select(SESSION_COLUMNS)).as('session'),
      countOf('ended').as('ended'),
    ]),
);

/** Returns whether a session has not ended. */
export const isSessionOpen = async (tx: Tx, { sessionId }: { sessionId: string }): Promise<boolean> =>
  (await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst()) !== undefined;

interface SignIn {
  userId: string;
  /** The hash that the password was checked against. */
  passwordHash: string;
  role: Role;
  sessionId: string;
  tokenHash: string;
  userAgent: string;
  expiresAt: number;
  /** The failures that a success ends. */
  throttleKey: string;
  now: number;
}

/**
 * Opens a session, records it in the evidence, ends the throttle, and returns its user. Returns no row if the account was suspended or deleted, or got another password
 * or other rights, since the password was checked (behavior 3.5).
 */
export const signIn = prepareWrite((db, param: ParamOf<SignIn & PreparedActor>) =>
  db
    .with('signed_in', (q) =>
      q
        .updateTable('users')
        .set({ last_seen_at: param('now') })
        .where('id', '=', param('userId'))
        .where('password_hash', '=', param('passwordHash'))
        .where('role', '=', param('role'))
        .where('status', '=', 'active')
        .where('deleted_at', 'is', null)
        .returning(USER_COLUMNS),
    )
    .with('opened', (q) =>
      q
        .insertInto('sessions')
        .columns(['id', 'token_hash', 'user_id', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
        .expression(
          q
            .selectFrom('signed_in')
            .select([
              asText(param('sessionId')).as('id'),
              asText(param('tokenHash')).as('token_hash'),
              'signed_in.id as user_id',
              asText(param('userAgent')).as('user_agent'),
              asWhole(param('now')).as('created_at'),
              asWhole(param('now')).as('last_used_at'),
              asWhole(param('expiresAt')).as('expires_at'),
            ]),
        )
        .returning('id'),
    )
    .with('entries', (q) =>
      insertEntry(q, param, { from: 'signed_in', kind: 'sign_in', subject: 'null', after: 'null' }),
    )
    .with('texts', (q) => insertEntryTexts(q, param, 'entries'))
    .with('cleared', (q) =>
      q
        .deleteFrom('throttles')
        .where('key', '=', param('throttleKey'))
        .where((eb) => eb.exists(eb.selectFrom('signed_in').select('id')))
        .returning('key'),
    )
    .selectFrom('signed_in')
    .select(USER_COLUMNS),
);
