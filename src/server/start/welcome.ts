import type { Settings } from '../settings.ts';
import { FIRST_INVITE_USES, type Prepared } from './first-run.ts';

/** The last lines of a start: what is shown only once, such as generated secrets, and the address. */
export const welcome = (settings: Settings, prepared: Prepared, port: number): string => {
  const host = settings.HOST === '0.0.0.0' || settings.HOST === '::' ? 'localhost' : settings.HOST;
  const database = settings.DATABASE_URL
    ? `PostgreSQL at ${hostsIn(settings.DATABASE_URL)}`
    : `SQLite in ${settings.DATA_DIR}`;
  return [
    '\n',
    formatPrepared(settings, prepared),
    row('Database', database),
    settings.DEMO ? row('Catalogue', 'fictional, for a demo (DEMO=off starts an empty shop)') : '',
    settings.TEST_POINTS && !settings.DEMO ? row('Warning', 'TEST_POINTS=on lets anyone add points') : '',
    `\n${settings.SHOP_NAME} is open at http://${host.includes(':') ? `[${host}]` : host}:${port}\n`,
  ].join('');
};

/** The generated secrets and the notes as lines, if there are any. */
export const formatPrepared = (settings: Settings, { generated, notes }: Prepared): string => {
  const { accessCode, inviteCode, adminPassword } = generated;
  return [
    accessCode ? row('Access code', accessCode) : '',
    inviteCode ? row('Invite', `${inviteCode} (for ${FIRST_INVITE_USES} registrations)`) : '',
    adminPassword ? row('Admin', settings.SHOP_ADMIN_USERNAME) + row('Password', adminPassword) : '',
    accessCode || inviteCode || adminPassword ? row('', 'Write these down now: only their hashes are stored.') : '',
    ...notes.map((note) => row('Note', note)),
  ].join('');
};

const row = (name: string, value: string): string => `  ${name.padEnd(12)} ${value}\n`;

/** The hosts in a database address, without user and password. */
const hostsIn = (databaseUrl: string): string =>
  /^[^:]+:\/\/(?:[^/?]*@)?([^/?]+)/.exec(databaseUrl)?.[1] ?? 'DATABASE_URL';
