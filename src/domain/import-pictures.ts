import { counted, formatCount, MessageList } from './text.ts';

/** How many pictures of a product, and of a whole import, are fetched from other servers (behavior 9.28). */
export const PICTURES_FETCHED = { ofProduct: 3, ofImport: 5000 };

/** A picture on another server that a product gets. */
export interface WantedPicture {
  externalId: string;
  address: string;
}

/** Chooses the pictures that an import fetches, in the order of the file. Each address counts once. */
export class WantedPictures {
  readonly #usable: RegExp;
  readonly #wanted: WantedPicture[] = [];
  readonly #addresses = new Set<string>();
  readonly #hosts = new Set<string>();
  readonly #left = { unusable: 0, ofProduct: 0, ofImport: 0 };

  /** `isPrivateAllowed`: also http, as for addresses of the panel (behavior 1.24). */
  constructor(isPrivateAllowed: boolean) {
    this.#usable = isPrivateAllowed ? WEB : SECURE;
  }

  get all(): readonly WantedPicture[] {
    return this.#wanted;
  }

  /** Takes the pictures of one product, in their order. Returns whether it gets any. */
  add(externalId: string, addresses: readonly string[]): boolean {
    let own = 0;
    for (const text of addresses) {
      const [, host] = text.length > LONGEST_ADDRESS ? [] : (this.#usable.exec(text) ?? []);
      if (host === undefined) this.#left.unusable += 1;
      else if (own === PICTURES_FETCHED.ofProduct) this.#left.ofProduct += 1;
      else if (!this.#addresses.has(text) && this.#addresses.size === PICTURES_FETCHED.ofImport) {
        this.#left.ofImport += 1;
      } else {
        this.#addresses.add(text);
        this.#hosts.add(host.toLowerCase());
        this.#wanted.push({ externalId, address: text });
        own += 1;
      }
    }
    return own > 0;
  }

  /** The lines of the preview about them. */
  lines(): string[] {
    const { unusable, ofProduct, ofImport } = this.#left;
    const are = (count: number) => `${counted(count, 'picture')} ${count === 1 ? 'is' : 'are'}`;
    const { size } = this.#addresses;
    return [
      ...(size > 0 ? [`${are(size)} fetched after the import, from ${hostsInWords([...this.#hosts])}`] : []),
      ...(unusable > 0 ? [`${are(unusable)} left out: only addresses with https:// can be fetched`] : []),
      ...(ofProduct > 0
        ? [`${are(ofProduct)} left out: only the first ${PICTURES_FETCHED.ofProduct} of a product are fetched`]
        : []),
      ...(ofImport > 0
        ? [`${are(ofImport)} left out: an import fetches at most ${formatCount(PICTURES_FETCHED.ofImport)}`]
        : []),
    ];
  }
}

const SECURE = /^https:\/\/([^\s/?#]+)/i;
const WEB = /^https?:\/\/([^\s/?#]+)/i;
const LONGEST_ADDRESS = 2000;
const MOST_HOSTS = 3;

const hostsInWords = (hosts: readonly string[]): string => {
  const named = hosts.slice(0, MOST_HOSTS).join(', ');
  const others = hosts.length - MOST_HOSTS;
  return others > 0 ? `${named} and ${counted(others, 'other')}` : named;
};

interface FetchedPictures {
  fetched: number;
  /** Their products have other pictures by now, or are gone. */
  dropped: number;
  failed: readonly { name: string; address: string; problem: string }[];
}

/** The end of the task that fetched the pictures of an import. Each failed one has a line, below those of its reason. */
export const fetchedMessage = ({ fetched, dropped, failed }: FetchedPictures): string => {
  const lines = new MessageList();
  for (const problem of new Set(failed.map((each) => each.problem))) {
    const alike = failed.filter((each) => each.problem === problem);
    if (alike.length > 1) lines.add(`${counted(alike.length, 'picture')}: ${problem}`);
    for (const { name, address } of alike) {
      lines.add(alike.length > 1 ? `– ${name} (${address})` : `${name}: ${problem} (${address})`);
    }
  }
  const all = fetched + dropped + failed.length;
  const of = fetched === all ? counted(all, 'picture') : `${formatCount(fetched)} of ${counted(all, 'picture')}`;
  return [
    `Fetched ${of}.`,
    ...(dropped > 0 ? [`${counted(dropped, 'picture')} not needed any more: the products were changed since.`] : []),
    ...lines.lines(),
  ].join('\n');
};
