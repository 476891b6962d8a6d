/** The ids of what changed. Null means that anything may have changed. */
export type Ids<Id = number> = readonly Id[] | null;

/** Of more changed ids than this, none is named, sent or looked up: everything is read instead. */
export const MOST_CHANGED_IDS = 500;

/** Collects the ids of what changed, until somebody takes them. */
export class ChangedIds<Id = number> {
  #ids: Set<Id> | null = new Set();

  /** Adds ids that changed, or that were taken but could not be read. */
  add(ids: Ids<Id>): void {
    if (ids === null) this.#ids = null;
    else for (const id of ids) this.#ids?.add(id);
    if (this.#ids && this.#ids.size > MOST_CHANGED_IDS) this.#ids = null;
  }

  /** The ids so far, each once. */
  get ids(): Ids<Id> {
    return this.#ids && [...this.#ids];
  }

  /** Returns what was added since the last time; undefined if that is nothing. */
  take(): Ids<Id> | undefined {
    const { ids } = this;
    this.#ids = new Set();
    return ids?.length === 0 ? undefined : ids;
  }
}

/** Collects the changed ids of several subjects. A subject may be there without an id. */
export class ChangedSubjects<Subject> {
  readonly #subjects = new Map<Subject, ChangedIds<number | string>>();

  add(subject: Subject, ids: Ids<number | string>): void {
    const changed = this.#subjects.get(subject) ?? new ChangedIds();
    changed.add(ids);
    this.#subjects.set(subject, changed);
  }

  /** The subjects so far, with their ids. */
  get all(): Map<Subject, Ids<number | string>> {
    return new Map([...this.#subjects].map(([subject, { ids }]) => [subject, ids]));
  }

  /** Returns the subjects that were added since the last time. */
  take(): Map<Subject, Ids<number | string>> {
    const { all } = this;
    this.#subjects.clear();
    return all;
  }
}
