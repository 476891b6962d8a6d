import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { ShopError } from '#contract/errors.ts';
import { DataDirError, takeDataDir } from '../data-dir.ts';
import { NewerDatabaseError } from '../db/migrate.ts';
import { packageRoot } from '../package-root.ts';
import { readSettings, SettingsError } from '../settings.ts';
import { createAdmin, resetPassword, setAccessCode } from './admin-commands.ts';
import { backUp, restore } from './backup.ts';
import { checkData } from './check.ts';
import { CommandError } from './command-error.ts';
import { runImport, runSync } from './inventory-commands.ts';
import { withShop } from './open-shop.ts';

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  version: string;
};

const shop = new Command('shop')
  .description(
    'Runs a command on the shop of the environment\'s settings. A server may run beside it, but for "restore".',
  )
  .version(version)
  .showHelpAfterError();

const admin = shop.command('admin').description('administrators');
admin
  .command('create')
  .description('make an administrator, with a generated password; an existing user is given the right')
  .argument('<username>')
  .action((username: string) => withShop(async (deps) => say(await createAdmin(deps, username))));
admin
  .command('reset-password')
  .description("generate a new password for a user and end the user's sessions")
  .argument('[username]', 'the administrator of the settings where none is named')
  .action((username: string | undefined) =>
    withShop(async (deps) => say(await resetPassword(deps, username ?? deps.settings.SHOP_ADMIN_USERNAME))),
  );

shop
  .command('access-code')
  .description('the shared access code')
  .command('set')
  .description('set it; everyone passes the gate anew')
  .argument('<code>')
  .action((code: string) => withShop(async (deps) => say(await setAccessCode(deps, code))));

shop
  .command('import')
  .description('replace the whole inventory from a .customization or .txt file, or edit it from a .csv export')
  .argument('<file>')
  .option('--dry-run', 'say what would change, and change nothing')
  .action((file: string, { dryRun = false }: { dryRun?: boolean }) =>
    withShop(async (deps) => say(await runImport(deps, { file, dryRun }))),
  );

shop
  .command('sync')
  .description('sync the inventory from the feed now')
  .option('--confirm-large-drop', 'go on even if more than half of the shop would be dropped')
  .action(({ confirmLargeDrop = false }: { confirmLargeDrop?: boolean }) =>
    withShop(async (deps) => say(await runSync(deps, { confirmLargeDrop }))),
  );

shop
  .command('backup')
  .description('write the whole shop to one file, the same format for SQLite and PostgreSQL')
  .argument('<file>')
  .action((file: string) =>
    withShop(async ({ database }) => say(`${await backUp(database, file)} rows written to ${file}`)),
  );

shop
  .command('restore')
  .description('put a backup in place of all the shop holds; stop the server first')
  .argument('<file>')
  .action(async (file: string) => {
    const lock = takeDataDir(readSettings(process.env).DATA_DIR);
    try {
      await withShop(async ({ database }) => say(`${await restore(database, file)} rows restored from ${file}`));
    } finally {
      lock.release();
    }
  });

shop
  .command('check')
  .description('check configuration and data')
  .action(async () => {
    await withShop(async ({ database }) => {
      say(`ok   The settings are right; the database is ${database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`);
      const { lines, well } = await checkData(database);
      for (const line of lines) say(line);
      if (!well) process.exitCode = 1;
    });
  });

try {
  await shop.parseAsync();
} catch (error) {
  const known = [CommandError, SettingsError, DataDirError, NewerDatabaseError, ShopError];
  if (!known.some((kind) => error instanceof kind)) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  if (error instanceof ShopError) for (const line of error.details.errors ?? []) process.stderr.write(`  ${line}\n`);
  process.exitCode = 1;
}
