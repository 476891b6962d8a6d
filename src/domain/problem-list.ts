import { formatCount, MAX_LISTED } from './text.ts';

/** So many equal problems are listed one by one. */
export const MOST_ALIKE = 3;
/** More of them are one line, which names so many places. */
export const MOST_PLACES = 5;

interface Line {
  text: string;
  order: number;
}

interface Alike {
  texts: Line[];
  /** Where the others are, as numbers. */
  places: number[];
  count: number;
}

/**
 * Problems of a file, as lines for people. Many equal ones are one line with their number and the first places, so that none
 * hides another. At most 100 lines are kept.
 */
export class ProblemList {
  readonly #alike = new Map<string, Alike>();
  /** What places are called, such as "products". */
  readonly #places: string;
  #count = 0;
  #more = 0;

  constructor(places: string) {
    this.#places = places;
  }

  /** `kind` is the problem without the value that was found. `text` is asked for few of many. */
  add(kind: string, { text, place }: { text: () => string; place: number }): void {
    let alike = this.#alike.get(kind);
    if (alike === undefined) {
      if (this.#alike.size >= MAX_LISTED) {
        this.#more += 1;
        return;
      }
      alike = { texts: [], places: [], count: 0 };
      this.#alike.set(kind, alike);
    }
    alike.count += 1;
    if (alike.texts.length < MOST_ALIKE) alike.texts.push({ text: text(), order: this.#count });
    this.#count += 1;
    if (alike.count > 1 && alike.places.length < MOST_PLACES) alike.places.push(place);
  }

  /** The lines, and how many problems they leave out. */
  lines(): { lines: string[]; more: number } {
    const lines = [...this.#alike.values()]
      .flatMap((alike) => (alike.count <= MOST_ALIKE ? alike.texts : [this.#asOne(alike)]))
      .sort((a, b) => a.order - b.order)
      .map(({ text }) => text);
    const left = lines.slice(MAX_LISTED).length;
    return { lines: lines.slice(0, MAX_LISTED), more: this.#more + left };
  }

  #asOne({ texts: [first], places, count }: Alike): Line {
    const others = `${formatCount(count - 1)} more: ${this.#places} ${places.join(', ')}`;
    const text = `${first!.text}. The same in ${others}${count - 1 > places.length ? ', …' : ''}`;
    return { text, order: first!.order };
  }
}
