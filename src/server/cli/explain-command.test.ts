import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bothDatabases } from '../testing/both-databases.ts';
import { runBackup } from './backup-commands.ts';
import { runAuditExport } from './evidence-commands.ts';
import { explainCommand } from './explain-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

bothDatabases((shop, kind) => {
  const inFolder = (name: string) => join(folder, kind, name);

  test('a file that a command cannot write is one sentence with its name and the reason', async () => {
    mkdirSync(inFolder('a folder'), { recursive: true });
    writeFileSync(inFolder('a file'), '');
    for (const [file, reason] of [
      [inFolder('missing/shop.gz'), 'its folder does not exist (ENOENT)'],
      [inFolder('a file/shop.gz'), 'a part of the path is no folder (ENOTDIR)'],
      [inFolder('a folder'), 'it is a folder (EISDIR)'],
    ] as const) {
      for (const write of [() => runBackup(shop(), file), () => runAuditExport(shop(), { file, names: false })]) {
        const error = await write().catch((problem: unknown) => problem);
        expect(explainCommand(error)).toBe(`${file} cannot be used: ${reason}.`);
      }
    }
  });

  test('a backup that replaces a file says so', async () => {
    const file = inFolder('shop.gz');
    expect(await runBackup(shop(), file)).toMatch(/^\d+ rows written to .*shop\.gz and verified$/);
    expect(await runBackup(shop(), file)).toMatch(/ and verified, in place of the file that was there$/);
  });
});

test('an error that nobody expected is not explained', () => {
  expect(explainCommand(new TypeError('x is undefined'))).toBeNull();
});
