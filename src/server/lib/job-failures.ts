import type { FastifyBaseLogger } from 'fastify';
import { isUnreachable, OutcomeUnknownError } from '../db/failures.ts';

const MINUTE_MS = 60_000;

/** A database outage. Nearly every job fails then. This is one problem, so it is one line. */
interface Outage {
  since: number;
  failures: number;
  /** The jobs that have not succeeded since they failed. */
  failing: Set<string>;
  timer: NodeJS.Timeout;
}

/** Writes to the log which background jobs fail. */
class JobFailures {
  readonly #log: FastifyBaseLogger;
  #outage: Outage | null = null;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  /** An outage of the database is one line at its beginning, one a minute, and one at its end. */
  failed(job: string, error: unknown): void {
    if (!(isUnreachable(error) || error instanceof OutcomeUnknownError)) {
      this.#log.error({ job, err: error }, `background job "${job}" failed`);
      return;
    }
    if (this.#outage) {
      this.#outage.failures++;
      this.#outage.failing.add(job);
      return;
    }
    this.#log.error({ job, err: error }, 'the database cannot be used');
    const timer = setInterval(() => this.#goesOn(), MINUTE_MS).unref();
    this.#outage = { since: performance.now(), failures: 1, failing: new Set([job]), timer };
  }

  /** The outage is over once all jobs that failed have succeeded. */
  succeeded(job: string): void {
    if (!this.#outage?.failing.delete(job) || this.#outage.failing.size > 0) return;
    const { since, failures, timer } = this.#outage;
    clearInterval(timer);
    this.#outage = null;
    this.#log.warn({ failures, seconds: Math.round((performance.now() - since) / 1000) }, 'the database is back');
  }

  #goesOn(): void {
    if (!this.#outage) return;
    const { failures, failing } = this.#outage;
    this.#log.error({ failures, jobs: [...failing] }, 'the database still cannot be used');
  }
}

const ofLogs = new WeakMap<FastifyBaseLogger, JobFailures>();

/** The failures of all jobs that write to the same log. */
export const jobFailures = (log: FastifyBaseLogger): JobFailures => {
  const known = ofLogs.get(log) ?? new JobFailures(log);
  ofLogs.set(log, known);
  return known;
};
