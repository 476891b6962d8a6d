import type { CompiledQuery, Kysely } from 'kysely';
import { runDurably, runTogether } from './dialect.ts';

interface Waiting {
  statement: CompiledQuery;
  resolve: (rows: unknown[]) => void;
  reject: (reason: unknown) => void;
}

/** The first statement of a commit waits for the last, so a commit has a limit. */
const STATEMENTS_PER_COMMIT = 32;
/** While one commit is on its way, this process can prepare the next one. */
const COMMITS_AT_ONCE = 2;
/** How long statements wait for the commit before theirs, in milliseconds. It may wait for a lock or for a slow disk. */
const PATIENCE_MS = 25;

/**
 * A small write mostly waits for the network and the disk. So statements that arrive together share one transaction and
 * one round trip, and no caller gets rows before it is durable. One that fails undoes all of them, and then each runs by
 * itself. A statement may have to wait for locks of the others, so this is only for those that lock little.
 */
export class SharedCommits<Schema> {
  readonly #kysely: Kysely<Schema>;
  #waiting: Waiting[] = [];
  #running = 0;

  constructor(kysely: Kysely<Schema>) {
    this.#kysely = kysely;
  }

  /**
   * Runs a statement. Resolves with its rows when they are durable.
   * @throws OutcomeUnknownError if nobody knows whether they are
   */
  run<Row>(statement: CompiledQuery<Row>): Promise<Row[]> {
    return new Promise<Row[]>((resolve, reject) => {
      this.#waiting.push({ statement, resolve: resolve as Waiting['resolve'], reject });
      if (this.#running === COMMITS_AT_ONCE) return;
      this.#running += 1;
      // Everything that arrives during this turn of the event loop joins the commit.
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const impatient = setInterval(() => this.#runWaiting(), PATIENCE_MS);
      await this.#commit(this.#waiting.splice(0, STATEMENTS_PER_COMMIT));
      clearInterval(impatient);
    }
    this.#running -= 1;
  }

  #runWaiting(): void {
    for (const waiting of this.#waiting.splice(0)) void this.#runAlone(waiting);
  }

  async #commit(statements: readonly Waiting[]): Promise<void> {
    if (statements.length === 1) return this.#runAlone(statements[0]!);
    try {
      const rows = await runTogether(
        this.#kysely,
        statements.map(({ statement }) => statement),
      );
      if (rows) for (const [index, { resolve }] of statements.entries()) resolve(rows[index]!);
      else await Promise.all(statements.map((statement) => this.#runAlone(statement)));
    } catch (error) {
      for (const { reject } of statements) reject(error);
    }
  }

  /** Runs a statement by itself and settles its caller. */
  async #runAlone({ statement, resolve, reject }: Waiting): Promise<void> {
    await runDurably(this.#kysely, statement).then(resolve, reject);
  }
}
