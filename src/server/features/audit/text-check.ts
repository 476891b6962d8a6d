import type { Db } from '../../db/types.ts';
import { digestOf, findDeletions, isDigest } from './audit.queries.ts';
import type { ChainRow } from './chain.queries.ts';

/** Compares the digests of the chain with the names and addresses that they stand for. */
export class TextCheck {
  readonly wrong: string[] = [];
  readonly #missing: string[] = [];
  readonly #forgotten: number;

  /** `forgotten`: how many texts of other people's entries went with deleted accounts. */
  constructor(forgotten: number) {
    this.#forgotten = forgotten;
  }

  /**
   * Texts that are missing without a reason. The actor's texts may go with the actor's account. Whose account the texts
   * of a visitor belonged to is written nowhere, so there may be as many of them as the deletions say.
   */
  get missing(): readonly string[] {
    return this.#missing.length > this.#forgotten ? this.#missing : [];
  }

  look(row: ChainRow): void {
    const digests = {
      name: row.role === null ? null : row.actor_name,
      subject: isDigest(row) ? row.subject : null,
      address: row.address,
    };
    const what = `entry ${row.seq} (id ${row.id}, ${row.kind})`;
    if (row.salt === null) {
      const isExpected = Object.values(digests).some((digest) => digest !== null);
      const wentWithActor = row.role !== null && row.actor_deleted_at !== null;
      if (isExpected && !wentWithActor) this.#missing.push(what);
      return;
    }
    const texts = { name: row.actor_text, subject: row.subject_text, address: row.address_text };
    const stored = { ...digests, ...(row.subject_text !== null && { subject: row.subject }) };
    for (const part of ['name', 'subject', 'address'] as const) {
      const text = texts[part];
      if ((text === null ? null : digestOf(row.salt, text)) !== stored[part]) this.wrong.push(`${what}: the ${part}`);
    }
  }
}

/** How many texts of other people's entries went with deleted accounts, as the entries of the deletions say. */
export const countForgottenTexts = async (db: Db): Promise<number> => {
  const deletions = await findDeletions(db);
  return deletions.reduce((sum, { after }) => sum + textsOf(after), 0);
};

const textsOf = (after: string | null): number => {
  try {
    const texts = Number(JSON.parse(after ?? 'null')?.texts);
    return Number.isSafeInteger(texts) ? texts : 0;
  } catch {
    return 0;
  }
};
