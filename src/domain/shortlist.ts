/** At most so many errors or warnings are told one by one (decisions §5). */
export const TOLD = 100;

/** A list of texts of which only the first are kept; how many more there were is said at the end. */
export class Shortlist {
  readonly #kept: string[] = [];
  #more = 0;

  add(text: string): void {
    if (this.#kept.length < TOLD) this.#kept.push(text);
    else this.#more += 1;
  }

  lines(): string[] {
    return this.#more === 0 ? [...this.#kept] : [...this.#kept, `… and ${this.#more} more`];
  }
}
