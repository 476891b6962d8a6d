import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runAuditExport } from '../../cli/evidence-commands.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { readEntries, recordEntry, someActor } from './testing/entries.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-evidence-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** JSON with sorted keys, written apart from the shop's own code. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical((value as Record<string, unknown>)[key])}`).join()}}`;
};

bothDatabases((shop, kind) => {
  const linesOf = (file: string) =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('the exported lines can be checked with SHA-256 alone, and hold no name', async () => {
    const actor = someActor({ name: 'Rosemary.Export' });
    await recordEntry(shop(), { actor, before: { z: 1, a: 'ü "quoted"' }, after: [1, { b: null, a: 2.5 }] });
    const file = join(folder, `${kind}.jsonl`);
    const output = await runAuditExport(shop(), { file, names: false });
    const lines = linesOf(file);
    expect(output).toBe(
      `${lines.length} entries written to ${kind}.jsonl. The chain has ${lines.length} entries, last hash ${lines.at(-1).hash}`,
    );
    expect(lines).toHaveLength((await readEntries(shop())).length);
    let previous = '';
    for (const { hash, ...entry } of lines) {
      previous = createHash('sha256')
        .update(previous + canonical(entry))
        .digest('hex');
      expect(hash).toBe(previous);
    }
    expect(lines.at(-1)).toMatchObject({ kind: 'export', subject: 'audit', actorId: 'command line' });
    expect(Object.keys(lines[0]).sort()).toEqual(
      [
        'id',
        'seq',
        'at',
        'actorId',
        'actorName',
        'role',
        'kind',
        'subject',
        'before',
        'after',
        'address',
        'hash',
      ].sort(),
    );
    expect(readFileSync(file, 'utf8')).not.toContain('Rosemary');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('names and addresses are added on request, outside of what the hash covers', async () => {
    const actor = someActor({ name: 'Rosemary.Named' });
    await recordEntry(shop(), { actor });
    const file = join(folder, `${kind}-names.jsonl`);
    await runAuditExport(shop(), { file, names: true });
    const named = linesOf(file).find(({ personal }) => personal.actorName === actor.name);
    expect(named.personal).toEqual({ actorName: actor.name, subject: null, address: actor.address });
    let previous = '';
    for (const { hash, personal: _, ...entry } of linesOf(file)) {
      previous = createHash('sha256')
        .update(previous + canonical(entry))
        .digest('hex');
      expect(hash).toBe(previous);
    }
  });
});
