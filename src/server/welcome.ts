import type { Generated } from './first-run.ts';
import type { Settings } from './settings.ts';

/** The block a started shop ends its output with: where it is, and what was generated now and is shown only once. */
export const welcome = (settings: Settings, generated: Generated, port: number): string => {
  const host = settings.HOST === '0.0.0.0' || settings.HOST === '::' ? 'localhost' : settings.HOST;
  const database = settings.DATABASE_URL
    ? `PostgreSQL at ${hostsOf(settings.DATABASE_URL)}`
    : `SQLite in ${settings.DATA_DIR}`;
  return [
    '\n',
    secretsOf(settings, generated),
    row('Database', database),
    settings.DEMO ? row('Catalogue', 'fictional, for trying out (DEMO=off starts an empty shop)') : '',
    settings.TEST_POINTS && !settings.DEMO ? row('Warning', 'TEST_POINTS=on lets anyone add points') : '',
    `\n${settings.SHOP_NAME} is open at http://${host.includes(':') ? `[${host}]` : host}:${port}\n`,
  ].join('');
};

/** The generated secrets, or nothing. */
export const secretsOf = (settings: Settings, { accessCode, adminPassword }: Generated): string =>
  [
    accessCode ? row('Access code', accessCode) : '',
    adminPassword ? row('Admin', settings.SHOP_ADMIN_USERNAME) + row('Password', adminPassword) : '',
    accessCode || adminPassword ? row('', 'Note these down now: only their hashes are kept.') : '',
  ].join('');

const row = (name: string, value: string): string => `  ${name.padEnd(12)} ${value}\n`;

/** The hosts of a database address, without user and password. */
const hostsOf = (databaseUrl: string): string =>
  /^[^:]+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(databaseUrl)?.[1] ?? 'DATABASE_URL';
