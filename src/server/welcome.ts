import type { Generated } from './first-run.ts';
import type { Settings } from './settings.ts';

/** The block a started shop ends its output with: where it is, and what was generated now and is shown only once. */
export const welcome = (settings: Settings, generated: Generated, port: number): string => {
  const host = settings.HOST === '0.0.0.0' || settings.HOST === '::' ? 'localhost' : settings.HOST;
  const shown: [string, string | undefined][] = [
    ['Access code', generated.accessCode],
    ['Admin', generated.adminPassword && settings.SHOP_ADMIN_USERNAME],
    ['Password', generated.adminPassword],
    [
      'Database',
      settings.DATABASE_URL ? `PostgreSQL at ${hostsOf(settings.DATABASE_URL)}` : `SQLite in ${settings.DATA_DIR}`,
    ],
    ['Catalogue', settings.DEMO ? 'demo (set DEMO=off for an empty shop)' : undefined],
    ['Warning', settings.TEST_POINTS && !settings.DEMO ? 'TEST_POINTS=on lets anyone add points' : undefined],
  ];
  const lines = shown.filter(([, value]) => value).map(([name, value]) => `  ${name.padEnd(12)} ${value}\n`);
  const secrets = generated.accessCode || generated.adminPassword;
  return [
    '\n',
    ...lines,
    secrets ? '  Note these down now: only their hashes are kept.\n' : '',
    `\n${settings.SHOP_NAME} is open at http://${host.includes(':') ? `[${host}]` : host}:${port}\n`,
  ].join('');
};

/** The hosts of a database address, without user and password. */
const hostsOf = (databaseUrl: string): string =>
  /^[^:]+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(databaseUrl)?.[1] ?? 'DATABASE_URL';
