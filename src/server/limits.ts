/*
 * How long things may take, in milliseconds, and how much may arrive. A paused server enforces none of its own limits, so
 * each limit of the database exists twice: the server ends the statement a little before this process gives up.
 */

/** The limits of one kind of work on PostgreSQL. */
export interface DatabaseLimits {
  /** For a new connection, or for a free one while the database responds to nobody. */
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

/** How long things may take. A part of the shop like its clock, so that a test can set what it is about. */
export interface TimeLimits {
  /** Calls of members and admins. A call ends within 5 seconds, whatever happens to the database (behavior 2.11). */
  calls: DatabaseLimits;
  /** Work on the whole inventory (uploads, syncs, bulk edits, reverts), exports, and reading the catalogue. */
  jobs: DatabaseLimits;
  /** Migrations, and commands of the command line such as backup and restore. */
  commands: DatabaseLimits;
  /** A call that lost its connection starts again only this soon after its start. */
  retryWithin: number;
  /** How long /readyz waits for the database. */
  ready: number;
  /**
   * How long the gate and the catalogue wait for the database before they use what they read last. `/metrics` waits as
   * long before it leaves out what the database knows.
   */
  fallbackAfter: number;
  /** How long the catalogue waits for the next batch when it reads all items. */
  batch: number;
  /** How long a search for the server that accepts writes waits for the other servers after the first one responded. */
  otherServers: number;
  /** How often the connection for changes of other processes is checked, and how long that may take. */
  listenerCheck: { every: number; most: number };
  /** How often a shop with several servers checks whether another one has taken over. */
  primaryCheck: { every: number };
  /** How long calls and jobs may go on when the shop stops (behavior 1.14). */
  stop: number;
  /**
   * How long a request may take to arrive, with its body. An upload of 10 MB needs 90 kB a second. Overdue requests are
   * looked for at this interval.
   */
  request: { every: number; most: number };
  /** After how long the conversion of a picture is ended, and after how long it no longer keeps others waiting. */
  conversion: { most: number; slow: number };
  /** The longest wait for a response of a watched server. */
  watchServer: number;
  /** For a picture of IMAGE_ORIGIN: until its response begins, until it is complete, and the pause after the origin went down. */
  imageOrigin: { response: number; complete: number; down: number };
}

/** The limits of a shop that serves. */
export const TIME_LIMITS: TimeLimits = {
  calls: {
    connect: 1500,
    queue: 10_000,
    statement: 2300,
    answer: 2600,
    lock: 2000,
    idleInTransaction: 5000,
  },
  jobs: {
    connect: 3000,
    queue: 60_000,
    statement: 60_000,
    answer: 65_000,
    lock: 20_000,
    idleInTransaction: 60_000,
  },
  commands: {
    connect: 5000,
    queue: 60_000,
    statement: 600_000,
    answer: 605_000,
    lock: 60_000,
    idleInTransaction: 120_000,
  },
  retryWithin: 600,
  ready: 1500,
  fallbackAfter: 500,
  batch: 6000,
  otherServers: 300,
  listenerCheck: { every: 2000, most: 1500 },
  primaryCheck: { every: 5000 },
  stop: 10_000,
  request: { every: 5000, most: 120_000 },
  conversion: { most: 15_000, slow: 2000 },
  watchServer: 10_000,
  imageOrigin: { response: 5000, complete: 10_000, down: 15_000 },
};

/** The most connections to a server that calls have at a time, over all processes of WEB_CONCURRENCY. */
export const CALL_CONNECTIONS = 20;

/**
 * How long a process that is to stop goes on serving if a balancer watches it: time for two checks at an interval of 2
 * seconds. Somebody who asked for /readyz so many `times` within this time is taken for a balancer.
 */
export const DRAIN = { milliseconds: 5000, watched: { times: 3, within: 30_000 } };

/**
 * The most that a connection may still send after its request was refused early. Closing it at once would discard the
 * response while the client is sending. The bytes are enough for a file that is twice too large.
 */
export const AFTER_REFUSAL = { milliseconds: 10_000, bytes: 24 * 1024 * 1024 };

/** The most bytes of a form with a file, whatever else it holds. */
export const MOST_FORM_BYTES = 24 * 1024 * 1024;

/** The most connections to one process, and those from one address unless a proxy is in front (behavior 2.12). */
export const MOST_CONNECTIONS = { total: 10_000, ofAddress: 1000 };
