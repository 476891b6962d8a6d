import * as z from 'zod/mini';
import { MOST_OUTPUTS, type ServerAnswer, type ServerOutput } from '#domain/watching.ts';
import { ElsewhereError, readElsewhere } from './read-elsewhere.ts';

const MOST_BYTES = 4 * 1024 * 1024;
/** A page of Esplora has so many transactions that are in a block. */
const PAGE = 25;
/** The most pages of a response about an order. */
const MOST_PAGES = 20;
const MOST_HEIGHT = 100_000_000;

const txid = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const height = z.int().check(z.minimum(0), z.maximum(MOST_HEIGHT));
const paid = z.object({ scriptpubkey: z.optional(z.string()), value: z.int().check(z.minimum(0)) });
const status = z.union([
  z.object({
    confirmed: z.literal(true),
    block_height: height,
    block_hash: txid,
    block_time: z.int().check(z.minimum(0)),
  }),
  z.object({ confirmed: z.literal(false) }),
]);
const transaction = z.object({
  txid,
  vin: z.array(z.object({ prevout: z.optional(z.nullable(paid)) })),
  vout: z.array(paid),
  status,
});
type Transaction = z.infer<typeof transaction>;

/** A response that cannot be used. */
class UnusableError extends Error {}

type Failure = UnusableError | ElsewhereError;

/** The address of an order to look up, and the script that pays to it. */
interface Asked {
  address: string;
  /** The output script in hex. */
  script: string;
  /** The transactions that the shop knows. */
  known: readonly string[];
}

interface Options {
  /** The address was set in the panel, so that it must be public (behavior 1.24). */
  publicOnly: boolean;
  /** For a response. */
  milliseconds: number;
  stopped?: AbortSignal | undefined;
}

/**
 * A server with Esplora's calls, for one round. One that is down, slow or limits the shop is left alone for the rest of it.
 */
export class Esplora {
  readonly host: string;
  readonly #base: string;
  readonly #options: Options;
  #tip: Promise<number | null> | null = null;
  /** The reason why it responds no more in this round, or failed once; null if all went well. */
  failure: string | null = null;
  #isDown = false;

  constructor(address: string, options: Options) {
    this.#base = baseOf(address);
    this.host = new URL(address).host;
    this.#options = options;
  }

  /** Its response about an address, or null if it has none that can be used. */
  async ask(asked: Asked): Promise<ServerAnswer | null> {
    if (this.#isDown) return null;
    const isSilent = (error: Failure) => error instanceof ElsewhereError && error.why === 'silent';
    // Without the height of its newest block, nothing that it says can be used.
    this.#tip ??= this.#unlessFailed(this.#readTip(), () => true);
    const tip = await this.#tip;
    if (tip === null || this.#isDown) return null;
    const outputs = await this.#unlessFailed(this.#readOutputs(asked), isSilent);
    return outputs && { tip, outputs };
  }

  /** Returns what came, or null, and keeps why. */
  async #unlessFailed<Answer>(answer: Promise<Answer>, isDown: (error: Failure) => boolean): Promise<Answer | null> {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof UnusableError) && !(error instanceof ElsewhereError)) throw error;
      this.failure = error.message;
      this.#isDown ||= isDown(error);
      return null;
    }
  }

  async #readTip(): Promise<number> {
    return usable(height, await this.#get(tipAddress(this.#base)));
  }

  async #readOutputs({ address, script, known }: Asked): Promise<ServerOutput[]> {
    const found = new Map<string, Transaction>();
    const ours = (page: unknown) => {
      const transactions = usable(z.array(transaction), page);
      if (!transactions.every((each) => concerns(each, script)))
        throw new UnusableError('answered for another address');
      for (const each of transactions) found.set(each.txid, each);
      return transactions;
    };
    const path = `/address/${address}/txs`;
    let page = ours(await this.#read(path));
    for (let pages = 1; ; pages++) {
      const inBlocks = page.filter(({ status }) => status.confirmed);
      const outputs = [...found.values()].flatMap((each) => outputsOf(each, script));
      if (inBlocks.length < PAGE) return outputs;
      if (pages === MOST_PAGES || outputs.length > MOST_OUTPUTS) break;
      page = ours(await this.#read(`${path}/chain/${inBlocks.at(-1)!.txid}`));
    }
    // There are more than anybody reads, so those that the shop knows are asked for one by one.
    for (const each of known.filter((id) => !found.has(id))) {
      const answer = await this.#read(`/tx/${each}`, { mayLack: true });
      if (answer !== null) ours([answer]);
    }
    return [...found.values()].flatMap((each) => outputsOf(each, script));
  }

  #read(path: string, options?: { mayLack: boolean }): Promise<unknown> {
    return this.#get(`${this.#base}${path}`, options);
  }

  async #get(address: string, { mayLack = false } = {}): Promise<unknown> {
    const { milliseconds, ...options } = this.#options;
    const { status, bytes } = await readElsewhere(new URL(address), {
      called: { name: 'The server' },
      headers: { accept: 'application/json' },
      limits: { milliseconds, bytes: MOST_BYTES },
      ...options,
    });
    if (mayLack && status === 404) return null;
    if (status === 429 || status >= 500)
      throw new ElsewhereError('silent', `The server answered with status ${status}`);
    if (status !== 200) throw new UnusableError(`answered with status ${status}`);
    try {
      return JSON.parse(bytes.toString('utf8'));
    } catch {
      throw new UnusableError('sent no JSON');
    }
  }
}

const baseOf = (address: string): string => address.replace(/\/+$/, '');

/** The address at which a server shows the height of its newest block. */
export const tipAddress = (address: string): string => `${baseOf(address)}/blocks/tip/height`;

const usable = <Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.infer<Schema> => {
  const { success, data } = z.safeParse(schema, answer);
  if (!success) throw new UnusableError('sent an answer that is none of Esplora');
  return data;
};

/** Returns whether a transaction pays to a script or spends from it. */
const concerns = ({ vin, vout }: Transaction, script: string): boolean =>
  vout.some(({ scriptpubkey }) => scriptpubkey === script) ||
  vin.some(({ prevout }) => prevout?.scriptpubkey === script);

const outputsOf = ({ txid, vout, status }: Transaction, script: string): ServerOutput[] =>
  vout.flatMap(({ scriptpubkey, value }, output) =>
    scriptpubkey === script && value > 0
      ? [
          {
            ...{ txid, output, units: value },
            block: status.confirmed
              ? { hash: status.block_hash, height: status.block_height, at: status.block_time * 1000 }
              : null,
          },
        ]
      : [],
  );
