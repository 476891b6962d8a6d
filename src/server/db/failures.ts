import { SqliteError } from './sqlite-driver.ts';
import './postgres/navigator.ts';
import pg from 'pg';
import type { ErrorCode } from '#contract/errors.ts';

/** Constraints whose violation is an expected failure, by the name of the constraint or index. */
export const EXPECTED_VIOLATIONS: Readonly<Record<string, ErrorCode>> = {
  users_username_key: 'username_taken',
  users_email_key: 'email_taken',
  users_points_not_below_zero: 'not_enough_points',
};

/**
 * Returns the error code for a violated database constraint, or null. SQLite names an index or check only in its
 * message, PostgreSQL in a field. This is the only place that looks at either.
 */
export const constraintErrorCode = (error: unknown): ErrorCode | null => {
  const name = brokenConstraint(error);
  return name ? (EXPECTED_VIOLATIONS[name] ?? null) : null;
};

/** The name of the violated constraint, or null if the error is something else. */
const brokenConstraint = (error: unknown): string | null => {
  if (error instanceof pg.DatabaseError) return error.constraint ?? null;
  if (error instanceof SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) {
    return /(?:index '|CHECK constraint failed: )(\w+)/.exec(error.message)?.[1] ?? null;
  }
  return null;
};

/** The connection was lost or never made. Its statement has failed, or nobody knows whether it has. */
export class ConnectionLostError extends Error {
  /** The statement ran into a limit of this process. */
  readonly timedOut: boolean;

  constructor(message: string, { timedOut = false, cause }: { timedOut?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'ConnectionLostError';
    this.timedOut = timedOut;
  }
}

/** A write may be durable or not: its commit was sent, and the response was lost or is in doubt (behavior 2.10). */
export class OutcomeUnknownError extends Error {
  constructor(cause: unknown) {
    super('The outcome of a write is unknown.', { cause });
    this.name = 'OutcomeUnknownError';
  }
}

/**
 * Returns whether running the transaction again can succeed: PostgreSQL's deadlocks and serialization failures, and an
 * idempotency key that another call has just stored.
 */
export const isRetryable = (error: unknown): boolean =>
  isState(error, DEADLOCKS) || isStalePlan(error) || brokenConstraint(error) === 'idempotency_keys_pkey';

const DEADLOCKS = /^40(001|P01)$/;

/**
 * A prepared statement that the server no longer knows, or whose tables have changed since. The connection is given up,
 * and another one prepares it again.
 */
export const isStalePlan = (error: unknown): boolean =>
  isState(error, /^26000$/) ||
  (isState(error, /^0A000$/) && (error as pg.DatabaseError).routine === 'RevalidateCachedQuery');

/** Returns whether the server ended this connection, or can no longer use it. */
export const isConnectionEnd = (error: unknown): boolean => isState(error, /^(57P0[1-5]|08|25P0[34])/);

/**
 * Returns whether a statement was cut off with its connection, so that it can run again on another one. Not after a
 * timeout, because the next one may end the same way.
 */
export const isCutOff = (error: unknown): boolean =>
  error instanceof ConnectionLostError ? !error.timedOut : isConnectionEnd(error);

/** Returns whether a row was refused because it breaks a constraint or has a value of another type. */
export const isRefusedRow = (error: unknown): boolean =>
  error instanceof SqliteError ? /^SQLITE_(CONSTRAINT|MISMATCH)/.test(error.code) : isState(error, /^2[23]/);

/** Returns whose disk is full: that of this machine, or of the database's server. Null if it is something else. */
export const fullDisk = (error: unknown): 'machine' | 'server' | null => {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return 'machine';
  if (isState(error, /^53100$/)) return 'server';
  return cause instanceof Error ? fullDisk(cause) : null;
};

/** Returns whether the server refused a write because it is, or has become, read-only. */
export const isReadOnly = (error: unknown): boolean => isState(error, /^25006$/);

/** Returns whether the database is out of reach, read-only, full, or was locked for too long: 503 (behavior 2.2). */
export const isUnreachable = (error: unknown): boolean => {
  if (error instanceof ConnectionLostError || (error as NodeJS.ErrnoException | null)?.code === 'ENOSPC') return true;
  if (error instanceof SqliteError) return /^SQLITE_(BUSY|FULL|IOERR)/.test(error.code);
  return isState(error, UNAVAILABLE);
};

/**
 * Connection failures, the end of the server or of the session, a server that is full or has too many connections, its
 * timeouts, and its errors of input and output.
 */
const UNAVAILABLE = /^(08|53|57P0[1-5]|57014|58030|55P03|25006|25P0[34])/;

/**
 * Does the work that follows a write of the same call, or of an earlier one with its key, such as reading what it saved
 * for the response. If the database is out of reach by then, the call must not say that nothing was saved.
 *
 * @throws OutcomeUnknownError
 */
export const afterSaving = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw isUnreachable(error) ? new OutcomeUnknownError(error) : error;
  }
};

const isState = (error: unknown, states: RegExp): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && states.test(error.code);
