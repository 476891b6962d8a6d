import { Command } from 'commander';
import { checkEvidence } from '../features/audit/chain-check.ts';
import { limitNotes } from '../features/categories/categories.service.ts';
import { checkData } from '../features/health/data-checks.queries.ts';
import { checkAddresses } from '../features/order-addresses/check-addresses.ts';
import { packageVersion } from '../lib/program.ts';
import { readSettings } from '../settings.ts';
import { keepFilesPrivate, lockDataDir } from '../start/data-dir.ts';
import { createAdmin, resetPasskeys, resetPassword, setAccessCode } from './admin-commands.ts';
import { runBackup, runRestore } from './backup-commands.ts';
import { runAuditExport } from './evidence-commands.ts';
import { explainCommand } from './explain-command.ts';
import { runImport, runSync } from './inventory-commands.ts';
import { runMoved } from './moved-command.ts';
import { runNextIndex } from './next-index.ts';
import { withShop } from './with-shop.ts';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const program = new Command('shop')
  .description(
    'Runs a command on the shop of the environment\'s settings. A server may run at the same time, except for "restore".',
  )
  .version(packageVersion)
  .showHelpAfterError();

const admin = program.command('admin').description('administrators');
admin
  .command('create')
  .description('create an administrator with a generated password, or make an existing user one')
  .argument('<username>')
  .action((username: string) => withShop(async (shop) => print(await createAdmin(shop, username))));
admin
  .command('reset-password')
  .description("generate a new password for a user and end the user's sessions")
  .argument('[username]', 'the administrator of the settings if absent')
  .action((username: string | undefined) =>
    withShop(async (shop) => print(await resetPassword(shop, username ?? shop.settings.SHOP_ADMIN_USERNAME))),
  );
admin
  .command('reset-passkeys')
  .description("remove all passkeys of a user who has lost them, and end the user's sessions")
  .argument('<username>')
  .action((username: string) => withShop(async (shop) => print(await resetPasskeys(shop, username))));

program
  .command('access-code')
  .description('the shared access code')
  .command('set')
  .description('set it, or "off" for invites only; everybody passes the gate again')
  .argument('<code>')
  .action((code: string) => withShop(async (shop) => print(await setAccessCode(shop, code))));

program
  .command('import')
  .description('replace the whole inventory from a .customization or .txt file, or edit it from a .csv export')
  .argument('<file>')
  .option('--dry-run', 'show what would change, and change nothing')
  .action((file: string, { dryRun = false }: { dryRun?: boolean }) =>
    withShop(async (shop) => print(await runImport(shop, { file, dryRun }))),
  );

program
  .command('sync')
  .description('sync the inventory from the feed now')
  .option('--confirm-large-drop', 'go on even if more than half of the shop would be dropped')
  .action(({ confirmLargeDrop = false }: { confirmLargeDrop?: boolean }) =>
    withShop(async (shop) => print(await runSync(shop, { confirmLargeDrop }))),
  );

program
  .command('backup')
  .description('write the whole shop to one file and verify it, the same format for SQLite and PostgreSQL')
  .argument('<file>')
  .action((file: string) => withShop(async (shop) => print(await runBackup(shop, file)), { onMoved: true }));

program
  .command('restore')
  .description('replace everything the shop holds with a backup; stop the server first')
  .argument('<file>')
  .option('--identity <keyfile>', 'the file of the key that opens an encrypted backup')
  .option('--yes', 'without asking')
  .option('--no-backup', 'without a backup of what is replaced')
  .option('--next-index <indexes>', 'the next index of each account key, such as BTC=120,LTC=15')
  .action(async (file: string, options: { identity?: string; yes?: boolean; backup: boolean; nextIndex?: string }) => {
    const { identity, yes = false, backup, nextIndex } = options;
    const lock = lockDataDir(readSettings(process.env).DATA_DIR);
    try {
      await withShop(async (shop) => print(await runRestore(shop, { file, identity, yes, backup, nextIndex })), {
        onMoved: true,
      });
    } finally {
      lock.release();
    }
  });

program
  .command('next-index')
  .description('leave out the first addresses of an account key that was used before, here or in another shop')
  .argument('<indexes>', 'the next index of each account key, such as BTC=120,LTC=15')
  .action((indexes: string) => withShop(async (shop) => print(await runNextIndex(shop, indexes))));

program
  .command('moved')
  .description('mark the embedded database as moved to PostgreSQL, so that no start uses it')
  .option('--yes', 'without asking')
  .option('--back', 'take the mark away')
  .action(async ({ yes = false, back = false }: { yes?: boolean; back?: boolean }) =>
    print(await runMoved({ yes, back })),
  );

program
  .command('check')
  .description('check configuration and data')
  .action(async () => {
    await withShop(
      async ({ database, clock, currentSettings, settings }) => {
        print(`ok   The settings are valid; the database is ${database.engineName}`);
        for (const { lines, well } of [
          await checkData(database),
          await checkAddresses(database),
          await checkEvidence(database, { now: clock(), shown: currentSettings.shownWallets }),
        ]) {
          for (const line of lines) print(line);
          if (!well) process.exitCode = 1;
        }
        for (const line of await limitNotes(database.read, settings)) print(line);
      },
      { readsOnly: true, onMoved: true },
    );
  });

program
  .command('audit')
  .description('the evidence: who did what')
  .command('export')
  .description('write the evidence as JSON lines that anybody can check (docs/operations.md)')
  .argument('<file>')
  .option('--names', 'add names and addresses, which the hashes do not cover')
  .action((file: string, { names = false }: { names?: boolean }) =>
    withShop(async (shop) => print(await runAuditExport(shop, { file, names }))),
  );

keepFilesPrivate();
try {
  await program.parseAsync();
} catch (error) {
  const explained = explainCommand(error);
  if (explained === null) throw error;
  process.stderr.write(`${explained}\n`);
  process.exitCode = 1;
}
