import { isIP } from 'node:net';
import { isLoopback, looksReal, type Settings } from '../settings.ts';
import { FIRST_INVITE_USES, type Prepared } from './first-run.ts';

/** Hosts that stand for all addresses of the machine. */
const ANY_ADDRESS: readonly string[] = ['0.0.0.0', '::'];

/** The last lines of a start: what is shown only once, such as generated secrets, and the address. */
export const welcome = (settings: Settings, prepared: Prepared, port: number): string => {
  const host = ANY_ADDRESS.includes(settings.HOST) ? 'localhost' : settings.HOST;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const database = settings.DATABASE_URL
    ? `PostgreSQL at ${hostsIn(settings.DATABASE_URL)}`
    : `SQLite in ${settings.DATA_DIR}`;
  return [
    '\n',
    formatPrepared(settings, prepared),
    row('Database', database),
    settings.DEMO
      ? row(
          'Catalogue',
          'fictional, for a demo; its pictures are drawn in the first minutes (DEMO=off starts an empty shop)',
        )
      : '',
    lendsPoints(settings) ? row('Warning', 'anyone can add points to any member; TEST_POINTS=off ends that') : '',
    passkeyRow(settings, port),
    row('Panel', `${address}/admin`),
    `\n${settings.SHOP_NAME} is open at ${address}\n`,
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

/** Returns whether the call that adds points without a token is open in what looks like a real shop (behavior 1.13). */
const lendsPoints = (settings: Settings): boolean => settings.TEST_POINTS && (!settings.DEMO || looksReal(settings));

const row = (name: string, value: string): string => `  ${name.padEnd(12)} ${value}\n`;

/** The address for passkeys, if that of the last line is an IP address, which cannot have any (behavior 3.15). */
const passkeyRow = ({ PUBLIC_URL, HOST }: Settings, port: number): string => {
  if (PUBLIC_URL || isIP(HOST) === 0 || ANY_ADDRESS.includes(HOST)) return '';
  return row('Passkeys', isLoopback(HOST) ? `at http://localhost:${port} only` : 'need PUBLIC_URL');
};

/** The hosts in a database address, without user and password. */
const hostsIn = (databaseUrl: string): string =>
  /^[^:]+:\/\/(?:[^/?]*@)?([^/?]+)/.exec(databaseUrl)?.[1] ?? 'DATABASE_URL';
