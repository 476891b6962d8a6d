/*
 * How long things may take, in milliseconds. A paused server enforces none of its own limits, so each limit of the
 * database exists twice: the server ends the statement a little before this process gives up.
 */

/** The limits of one kind of work on PostgreSQL. */
export interface DatabaseLimits {
  /** For a new connection, or for a free one while the database answers nobody. */
  connect: number;
  /** For a free connection while the database is busy with others. */
  queue: number;
  /** For a statement, as the server enforces it. Also for the wait for a synchronous standby. */
  statement: number;
  /** For a statement, as this process enforces it. */
  answer: number;
  /** For a lock that another transaction holds. */
  lock: number;
  /** For the pause between two statements of a transaction. */
  idleInTransaction: number;
}

/** Calls of members and admins. A call ends within 5 seconds, whatever happens to the database (behavior 2.11). */
export const CALL_LIMITS: DatabaseLimits = {
  connect: 1500,
  queue: 10_000,
  statement: 2300,
  answer: 2600,
  lock: 2000,
  idleInTransaction: 5000,
};

/** The most connections to a server that calls have at a time, over all processes of WEB_CONCURRENCY. */
export const CALL_CONNECTIONS = 20;

/** A call that lost its connection starts again only this soon after its start. */
export const RETRY_WITHIN = 600;

/** Work on the whole inventory (uploads, syncs, bulk edits, reverts), exports, and reading the catalogue. */
export const JOB_LIMITS: DatabaseLimits = {
  connect: 3000,
  queue: 60_000,
  statement: 60_000,
  answer: 65_000,
  lock: 20_000,
  idleInTransaction: 60_000,
};

/** Migrations, and commands of the command line such as backup and restore. */
export const COMMAND_LIMITS: DatabaseLimits = {
  connect: 5000,
  queue: 60_000,
  statement: 600_000,
  answer: 605_000,
  lock: 60_000,
  idleInTransaction: 120_000,
};

/** How long /readyz waits for the database. */
export const READY_LIMIT = 1500;

/** How long calls that can do without the database wait for it before they use what was read last, or nothing. */
export const FALLBACK_AFTER = 500;

/** How long the catalogue waits for the next batch when it reads all items. */
export const BATCH_LIMIT = 6000;

/** How long a search for the server that accepts writes waits for the other servers after the first one responded. */
export const OTHER_SERVERS_LIMIT = 300;

/** How often the connection for changes of other processes is checked, and how long that may take. */
export const LISTENER_CHECK = { every: 2000, limit: 1500 };

/** How often a shop with several servers checks whether another one has taken over. */
export const PRIMARY_CHECK_EVERY = 5000;

/** How long calls and jobs may go on when the shop stops (behavior 1.14). */
export const STOP_LIMIT = 10_000;

/**
 * How long a process that is to stop goes on serving if a balancer watches it: time for two checks at an interval of 2
 * seconds. Somebody who asked for /readyz so many `times` within this time is taken for a balancer.
 */
export const DRAIN = { milliseconds: 5000, watched: { times: 3, within: 30_000 } };

/**
 * How long a request may take to arrive, with its body. An upload of 10 MB needs 90 kB a second. Overdue requests are
 * looked for at this interval.
 */
export const REQUEST_LIMIT = { arrive: 120_000, checkEvery: 5000 };

/**
 * What a connection may still send after its request was refused early. Closing it at once would discard the response
 * while the client is sending. The bytes are enough for a file that is twice too large.
 */
export const AFTER_REFUSAL = { milliseconds: 10_000, bytes: 24 * 1024 * 1024 };

/** The most bytes of a form with a file, whatever else it holds. */
export const MOST_FORM_BYTES = 24 * 1024 * 1024;

/** The most connections to one process, and those from one address unless a proxy is in front (behavior 2.12). */
export const MOST_CONNECTIONS = { total: 10_000, ofAddress: 1000 };
