import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type LocalServer, sendEndlessly, startLocalServer } from './local-server.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Block {
  hash: string;
  height: number;
  /** Epoch milliseconds. */
  at: number;
  txids: string[];
}

interface Payment {
  txid: string;
  /** Its payments, by output script in hex. */
  outputs: { script: string; units: number }[];
}

/** A chain that a test makes: blocks, transactions in them, and those that wait. It starts at height 100. */
export class FakeChain {
  blocks: Block[] = [];
  #payments = new Map<string, Payment>();
  #waiting: string[] = [];
  #scripts = new Map<string, string>();
  #forks = 0;

  constructor() {
    for (let height = 0; height <= 100; height++) this.#addBlock(0, []);
  }

  get tip(): number {
    return this.blocks.length - 1;
  }

  /** Makes it known which script an address is. */
  know(address: string, script: string): void {
    this.#scripts.set(address, script);
  }

  scriptOf(address: string): string | undefined {
    return this.#scripts.get(address);
  }

  /** A transaction that waits for a block. Returns its id. */
  pay(...outputs: Payment['outputs']): string {
    const txid = randomBytes(32).toString('hex');
    this.#payments.set(txid, { txid, outputs });
    this.#waiting.push(txid);
    return txid;
  }

  /** A transaction of another chain waits here too, maybe with another amount. */
  hear(other: FakeChain, txid: string, units?: number): void {
    const { outputs } = other.#payments.get(txid)!;
    this.#payments.set(txid, { txid, outputs: outputs.map((output) => ({ ...output, units: units ?? output.units })) });
    this.#waiting.push(txid);
  }

  /** It is gone from the transactions that wait. */
  drop(txid: string): void {
    this.#waiting = this.#waiting.filter((each) => each !== txid);
  }

  /** One that was gone waits again. */
  again(txid: string): void {
    this.#waiting.push(txid);
  }

  /** Puts everything that waits into a block, and adds empty ones. */
  mine(blocks = 1, at = Date.now()): void {
    for (let mined = 0; mined < blocks; mined++) this.#addBlock(at, this.#waiting.splice(0));
  }

  /** Replaces the newest blocks by as many empty ones and one more. Their transactions wait again. */
  reorganize(depth: number, at = Date.now()): string[] {
    const gone = this.blocks.splice(-depth).flatMap(({ txids }) => txids);
    this.#forks++;
    for (let made = 0; made <= depth; made++) this.#addBlock(at, []);
    this.#waiting.push(...gone);
    return gone;
  }

  /** The state of a transaction as Esplora reports it; undefined if there is none. */
  transaction(txid: string): object | undefined {
    const block = this.blocks.find(({ txids }) => txids.includes(txid));
    const payment = this.#payments.get(txid);
    if (!payment || (!block && !this.#waiting.includes(txid))) return undefined;
    return {
      txid,
      vin: [{ prevout: { scriptpubkey: '0014ffff', value: 1 } }],
      vout: [
        { scriptpubkey: '6a00', value: 0 },
        ...payment.outputs.map(({ script, units }) => ({ scriptpubkey: script, value: units })),
      ],
      status: block
        ? {
            confirmed: true,
            block_height: block.height,
            block_hash: block.hash,
            block_time: Math.floor(block.at / 1000),
          }
        : { confirmed: false },
    };
  }

  /** The transactions that pay to a script: those that wait, and those of blocks after one, the newest first. */
  transactionsOf(script: string, after?: string): object[] {
    const pays = (txid: string) => this.#payments.get(txid)!.outputs.some((output) => output.script === script);
    const inBlocks = this.blocks.toReversed().flatMap(({ txids }) => txids.filter(pays));
    const start = after === undefined ? 0 : inBlocks.indexOf(after) + 1;
    const waiting = after === undefined ? this.#waiting.filter(pays).slice(0, 50) : [];
    return [...waiting, ...inBlocks.slice(start, start + 25)].map((txid) => this.transaction(txid)!);
  }

  /** How much of what a script got has so many confirmations. */
  confirmedUnits(script: string, confirmations: number): number {
    const deep = this.blocks.slice(0, this.blocks.length - confirmations + 1).flatMap(({ txids }) => txids);
    const outputs = deep.flatMap((txid) => this.#payments.get(txid)!.outputs);
    return outputs.reduce((sum, output) => sum + (output.script === script ? output.units : 0), 0);
  }

  #addBlock(at: number, txids: string[]): void {
    const height = this.blocks.length;
    this.blocks.push({ hash: hashOf(`${height} ${this.#forks}`), height, at, txids });
  }
}

/** Handles a call in its own way; true if it did. */
type Manner = (path: string, response: ServerResponse) => boolean;

export interface FakeEsplora extends LocalServer {
  chain: FakeChain;
  /** Null: as Esplora. */
  manner: Manner | null;
}

const send = (response: ServerResponse, body: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** A server with the calls of Esplora that plays every part. */
export const startFakeEsplora = async (chain = new FakeChain()): Promise<FakeEsplora> => {
  const local = await startLocalServer();
  const server: FakeEsplora = Object.assign(local, { chain, manner: null });
  local.respondWith((request, response) => {
    const path = request.url!;
    if (server.manner?.(path, response)) return;
    const { chain: current } = server;
    if (path === '/blocks/tip/height') return send(response, current.tip);
    const [, address = '', , after] = /^\/address\/([a-z0-9]+)\/txs(\/chain\/([0-9a-f]{64}))?$/.exec(path) ?? [];
    const script = current.scriptOf(address);
    if (script !== undefined) return send(response, current.transactionsOf(script, after));
    const one = current.transaction(/^\/tx\/([0-9a-f]{64})$/.exec(path)?.[1] ?? '');
    if (one) return send(response, one);
    response.writeHead(404).end();
  });
  return server;
};

/** How servers fail. */
export const MANNERS = {
  down: (_path, response) => {
    response.destroy();
    return true;
  },
  slow: () => true,
  endless: (_path, response) => {
    sendEndlessly({} as never, response.writeHead(200));
    return true;
  },
  limited: (_path, response) => {
    response.writeHead(429, { 'retry-after': '60' }).end();
    return true;
  },
  garbage: (path, response) => {
    response.writeHead(200).end(path.includes('/tip/') ? 'a hundred' : '[{"txid": "no", "vout": 5}]');
    return true;
  },
} as const satisfies Record<string, Manner>;
