import { sql } from 'kysely';
import type { Role } from '#domain/permissions.ts';
import { jsonRows } from '../../db/json.ts';
import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import { changes, prepareSteps, readsFirst } from '../../db/prepared-steps.ts';
import { countOf } from '../../db/sql.ts';
import { entry, entryTexts, type PreparedActor } from '../audit/prepared-audit.queries.ts';
import {
  activeSession,
  endingSession,
  MEMBER,
  openSessions,
  SESSION_COLUMNS,
  type SessionKey,
} from './sessions.queries.ts';
import { USER_COLUMNS } from './users.queries.ts';

/*
 * The calls of an account, each as one statement that also finds the session.
 */

/** The session of a request with the columns of its user. */
export const findOwnUser = prepareQuery('users.own', (db, param: ParamOf<SessionKey>) =>
  activeSession(db, param).select([
    'users.id',
    'users.email',
    'users.signal_username',
    'users.member_type',
    'users.status',
    'users.created_at',
    'users.password_generated',
  ]),
);

/** The session of a request with all open sessions of its user. */
export const findOwnSessions = prepareQuery('sessions.own', (db, param: ParamOf<SessionKey>) =>
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

/** Ends one of the user's sessions; this one if no id is given. `ended` is how many there were. */
export const endOwnSession = prepareSteps(
  'sessions.end',
  (db, param: ParamOf<SessionKey & { id: string | null }>) => ({
    session: readsFirst(SESSION_COLUMNS, endingSession(db, param)),
    ended: changes('sessions', ['id'], ['sessions'])`
      delete from sessions
      where user_id = ${MEMBER} and id = (select coalesce(cast(${param('id')} as text), "sessionId") from session)`,
  }),
  (q) => q.selectFrom('session').select(SESSION_COLUMNS).select(countOf('ended').as('ended')),
);

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
 * Opens a session by password, records it in the evidence, ends the throttle, and returns its user. Returns no row if the account was suspended or deleted, or got another password
 * or other rights, since the password was checked (behavior 3.5).
 */
export const signIn = prepareSteps(
  'sessions.sign-in',
  (_db, param: ParamOf<SignIn & PreparedActor>) => ({
    signed_in: changes('users', USER_COLUMNS)`
      update users set last_seen_at = ${param('now')}
      where id = ${param('userId')} and password_hash = ${param('passwordHash')} and role = ${param('role')}
        and status = 'active' and deleted_at is null`,
    opened: changes('sessions', ['id'])`
      insert into sessions (id, token_hash, user_id, user_agent, created_at, last_used_at, expires_at, method)
      select ${param('sessionId')}, ${param('tokenHash')}, id, ${param('userAgent')},
        ${param('now')}, ${param('now')}, ${param('expiresAt')}, 'password'
      from signed_in`,
    entry: entry(param, { from: sql`signed_in`, kind: 'sign_in', subject: sql`null`, after: sql`null` }),
    entry_text: entryTexts(param),
    cleared: changes('throttles', ['key'])`
      delete from throttles where key = ${param('throttleKey')} and exists (select 1 from signed_in)`,
  }),
  (q) => q.selectFrom('signed_in').select(USER_COLUMNS),
);
