import SqliteDatabase from 'better-sqlite3';
import postgres from 'postgres';
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
  if (error instanceof postgres.PostgresError) return error.constraint_name ?? null;
  if (error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) {
    return /(?:index '|CHECK constraint failed: )(\w+)/.exec(error.message)?.[1] ?? null;
  }
  return null;
};

/** Returns whether running the transaction again can succeed: PostgreSQL's deadlocks and serialization failures. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && (error.code === '40001' || error.code === '40P01');

/** Returns whether the database is out of reach, was locked for too long, or has a full or failing disk: 503 (behavior 2.2). */
export const isUnreachable = (error: unknown): boolean => {
  if (error instanceof SqliteDatabase.SqliteError) return /^SQLITE_(BUSY|FULL|IOERR)/.test(error.code);
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && UNREACHABLE.has(code);
};

const UNREACHABLE = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOSPC',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
