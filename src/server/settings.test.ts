import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aboutSetting, SETTING_NAMES as DESCRIBED, type SettingName } from '#contract/setting-list.ts';
import { packageRoot } from './lib/program.ts';
import { isSecretSetting, readSettings, SETTING_NAMES, SettingsError, settingText } from './settings.ts';

/** The message that stops the start, or "accepted". */
const refusal = (environment: Record<string, string>): string => {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  return 'accepted';
};

test('a shop needs no setting', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DEMO: true,
    TEST_POINTS: true,
    SHIPPING_STANDARD: 15,
    SHIPPING_EXPRESS: 25,
    SYNC_INTERVAL_SECONDS: 120,
    DEFAULT_MARKUP: 15,
    LOW_STOCK: 5,
    MINIMUM_AGE: 21,
    RESERVATION_HOURS: 24,
    SHOP_ADMIN_USERNAME: 'admin',
  });
});

test.each(['greenroom_seller', '@greenroom_seller', 't.me/greenroom_seller'])(
  'the seller %s is kept as a name',
  (seller) => {
    expect(readSettings({ TELEGRAM_SELLER: seller }).TELEGRAM_SELLER).toBe('greenroom_seller');
  },
);

test('a production shop has no demo and no test points unless they are turned on', () => {
  expect(readSettings({ NODE_ENV: 'production' })).toMatchObject({ DEMO: false, TEST_POINTS: false });
  expect(readSettings({ DEMO: 'off' })).toMatchObject({ TEST_POINTS: false });
  expect(readSettings({ DEMO: 'off', TEST_POINTS: 'on' })).toMatchObject({ TEST_POINTS: true });
});

test.each([
  [{ PORT: 'eighty' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ DEMO: 'yes' }, 'DEMO'],
  [{ SHOP_NAMES: 'x' }, 'SHOP_NAMES'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ RESERVATION_HOURS: '0' }, 'RESERVATION_HOURS'],
  [{ SHIPPING_STANDARD: '15.001' }, 'SHIPPING_STANDARD'],
  [{ INVENTORY_FEED_URL: 'ftp://x' }, 'INVENTORY_FEED_URL'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ TIME_ZONE: 'America/Boulder' }, 'TIME_ZONE'],
  [{ LOW_STOCK: '-1' }, 'LOW_STOCK'],
  [{ SHOP_ACCENT: '360' }, 'SHOP_ACCENT'],
  [{ SHOP_ACCENT: '12.5' }, 'SHOP_ACCENT'],
  [{ SHOP_ACCENT: 'red' }, 'SHOP_ACCENT'],
  [{ SHOP_LICENSE: 'x'.repeat(121) }, 'SHOP_LICENSE'],
  [{ PRIVATE_URLS: 'yes' }, 'PRIVATE_URLS'],
  [{ PRICE_JUMP: 'a lot' }, 'PRICE_JUMP'],
  [{ RATE_JUMP: '-1' }, 'RATE_JUMP'],
])('%j stops the start with one line that names it', (environment, name) => {
  const message = refusal(environment as unknown as Record<string, string>);
  expect(message).toContain(name);
  expect(message).not.toContain('\n');
});

test('several processes need PostgreSQL, and one line names both settings', () => {
  const DATABASE_URL = 'postgres://user:secret@host/shop';
  expect(refusal({ WEB_CONCURRENCY: '2' })).toBe(
    'WEB_CONCURRENCY=2 needs PostgreSQL: set DATABASE_URL, or leave WEB_CONCURRENCY out.',
  );
  expect(refusal({ WEB_CONCURRENCY: '1' })).toBe('accepted');
  expect(refusal({ WEB_CONCURRENCY: '2', DATABASE_URL })).toBe('accepted');
});

test('an invalid secret is not printed', () => {
  expect(refusal({ SHOP_ADMIN_PASSWORD: 'tiny' })).toMatch(/^SHOP_ADMIN_PASSWORD=… is not usable/);
});

test.each([
  ['postgres://user:secret@host/shop', 'accepted'],
  ['postgres://user:secret@one:5432,[::1]:5433/shop?target_session_attrs=primary', 'accepted'],
  ['mysql://user:secret@host/shop', 'DATABASE_URL=… is not usable: it must begin with postgres://.'],
  [
    'postgres://user:secret@one,two/shop?target_session_attrs=standby',
    'DATABASE_URL=… is not usable: it has a target_session_attrs that is not any, primary or read-write.',
  ],
  [
    'postgres://user:secret@host:port/shop',
    'DATABASE_URL=… is not usable: it is not an address of PostgreSQL servers.',
  ],
])('the start looks at the address of the database %s, and prints nothing of a wrong one', (DATABASE_URL, line) => {
  expect(refusal({ DATABASE_URL })).toBe(line);
});

test.each([
  ['BTC_ADDRESS', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['BTC_ADDRESS', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC_ADDRESS', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC_ADDRESS', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['LTC_ADDRESS', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'],
  ['LTC_ADDRESS', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
])('%s=%s is a valid address, and not with one character changed', (name, address) => {
  expect(refusal({ [name]: address })).toBe('accepted');
  const middle = Math.floor(address.length / 2);
  const changed = address[middle] === 'q' ? 'p' : 'q';
  expect(refusal({ [name]: address.slice(0, middle) + changed + address.slice(middle + 1) })).toContain(name);
});

test('a Bitcoin address is not a Litecoin address', () => {
  expect(refusal({ LTC_ADDRESS: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' })).toContain('LTC_ADDRESS');
});

test.each([
  ['off', null],
  ['90m', 5_400_000],
  ['6h', 21_600_000],
  ['1d', 86_400_000],
])('BACKUP_EVERY=%s is %s milliseconds', (BACKUP_EVERY, milliseconds) => {
  expect(readSettings({ BACKUP_EVERY })).toMatchObject({ BACKUP_EVERY: milliseconds });
  expect(readSettings({ BACKUP_EVERY, NODE_ENV: 'production' })).toMatchObject({ BACKUP_EVERY: milliseconds });
});

test('a production shop makes a backup every day unless it is told otherwise', () => {
  expect(readSettings({})).toMatchObject({ BACKUP_EVERY: null, BACKUP_KEEP: 14, BACKUP_KEEP_DAYS: 90 });
  for (const BACKUP_EVERY of [undefined, '']) {
    expect(readSettings({ NODE_ENV: 'production', BACKUP_EVERY })).toMatchObject({ BACKUP_EVERY: 86_400_000 });
  }
});

test.each(['0h', '6', 'daily', '1.5h', '366d', '-1d', '6H'])('BACKUP_EVERY=%s stops the start', (BACKUP_EVERY) => {
  expect(refusal({ BACKUP_EVERY })).toBe(
    `BACKUP_EVERY="${BACKUP_EVERY}" is not usable: it must be "off" or a time such as "6h" or "1d", at most 365d.`,
  );
});

test('a mistyped age key stops the start, and one that is the secret key is not printed', () => {
  const recipient = 'age1yt3tfqlfrwdwx0z0ynwplcr6qxcxfaqycuprpmy89nr83ltx74tqdpszlw';
  expect(refusal({ BACKUP_RECIPIENT: recipient })).toBe('accepted');
  for (const wrong of [`${recipient.slice(0, -1)}q`, 'age1', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4']) {
    expect(refusal({ BACKUP_RECIPIENT: wrong })).toBe(
      `BACKUP_RECIPIENT="${wrong}" is not usable: it is not an age public key (age1…) with a right checksum.`,
    );
  }
  expect(refusal({ BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1QQQ' })).toMatch(/^BACKUP_RECIPIENT="…" is not usable/);
  expect(refusal({ ALARM_WEBHOOK_URL: 'ftp://token@host' })).toMatch(/^ALARM_WEBHOOK_URL=… is not usable/);
});

/** The table of the README, as it follows from the list of settings. */
const settingsTable = (): string => {
  const rows = DESCRIBED.map((name) => {
    const { says, managed, otherwise } = aboutSetting(name);
    return [`\`${name}\``, otherwise ?? defaultText(name), managed ? 'yes' : '', says];
  });
  return rows.map((row) => `| ${row.join(' | ')} |\n`).join('');
};

const defaultText = (name: SettingName): string => settingText(name, readSettings({})) ?? '';

test('the table of the README is the list of settings', () => {
  const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');
  const [, table = ''] = /^\| setting .*\n\| -.*\n((?:\|.*\n)+)/m.exec(readme) ?? [];
  const cells = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells(table), `The table should be:\n${settingsTable()}`).toEqual(cells(settingsTable()));
});

test.each([
  ['http://shop.example', true],
  ['https://192.0.2.7', true],
  ['https://[2001:db8::7]', true],
  ['https://shop.example', false],
  ['http://localhost:3000', false],
])(
  'a shop at %s whose panel needs passkeys does not start, if browsers know none there: %s',
  (PUBLIC_URL, isRefused) => {
    const text = refusal({ PANEL_PASSKEYS: 'required', PUBLIC_URL });
    expect(text).toBe(
      isRefused
        ? `PANEL_PASSKEYS=required is not usable with PUBLIC_URL=${PUBLIC_URL}: passkeys need https and a name, not an IP address.`
        : 'accepted',
    );
    expect(refusal({ PUBLIC_URL })).toBe('accepted');
  },
);

/** Values that people type, paste and generate by mistake, and that break programs. */
const NONSENSE = [
  ...[
    ' ',
    'x',
    'not a url',
    'null',
    'undefined',
    'true',
    '[object Object]',
    '{}',
    '[]',
    '""',
    "''",
    '$PORT',
    '%s',
    '-',
  ],
  ...['0', '-1', '1.5', '1,5', '0x10', '1e999', '-1e999', 'NaN', 'Infinity', '9'.repeat(400), '٣', '１', '1_000', '5 '],
  ...['on ', 'ON', 'yes', 'a\nb', '\0', '\u2028', '\ud800', '🍃', 'ключ', 'x'.repeat(100_000), '\u202e', 'a b'],
  ...['http:', 'http://', 'https://', 'http://[', 'http://[::1', 'https://a b', 'https://:80', 'https://x:99999'],
  ...[
    'javascript:alert(1)',
    'file:',
    'file://',
    'tg:',
    '//host',
    'https://user:hunter22@',
    'https://%',
    'https://x?key',
  ],
  ...['postgres:', 'postgres://', 'postgres://user:hunter22@[', 'postgres://,', 'AGE-SECRET-KEY-1HUNTER22', ' age1'],
  ...[
    '..',
    '/',
    '~',
    'C:\\',
    'flower 28g',
    'flower 28g per',
    ';;;',
    '@',
    '@@',
    'bc1',
    'ltc1',
    '1',
    '999999d',
    '1m ',
    '0d',
  ],
];

/** The problem of the response to a value, or null. */
const wrongAnswer = (name: string, value: string): string | null => {
  try {
    readSettings({ [name]: value });
    return null;
  } catch (error) {
    const { message } = error as Error;
    const isSentence = new RegExp(`^${name}=.+ (is not usable: it (is|must|has|cannot)|needs) .+\\.$`).test(message);
    const tellsTooMuch = /[\n\r]|hunter22|\bat .*:\d+|TypeError/i.test(message) || message.length > 300;
    const isHidden = !isSecretSetting(name) || message.startsWith(`${name}=… `);
    return error instanceof SettingsError && isSentence && !tellsTooMuch && isHidden ? null : `${value}: ${message}`;
  }
};

test.each(SETTING_NAMES)('%s takes any nonsense, or refuses it in one line that begins with its name', (name) => {
  expect(NONSENSE.map((value) => wrongAnswer(name, value)).filter((wrong) => wrong !== null)).toEqual([]);
});

test.each(['DATABASE_URL', 'METRICS_TOKEN', 'ALARM_WEBHOOK_URL'])('a bad value of %s is not shown', (name) => {
  expect(refusal({ [name]: 'hünter 22' })).toMatch(/^[A-Z_]+=… is not usable: it [^2]+$/);
});

test.each([
  ['PUBLIC_URL', 'not a url', 'it must be an address beginning with https:// or http://.'],
  ['PORT', ' ', 'it must be a whole number from 0 to 65535.'],
  ['SHIPPING_STANDARD', ' ', 'it must be a number from 0 to 100000.'],
])('%s="%s" stops the start, and the line says what it should be', (name, value, what) => {
  expect(refusal({ [name]: value })).toBe(`${name}="${value}" is not usable: ${what}`);
});

test('an address that is not usable is shown without its password and its key', () => {
  expect(refusal({ INVENTORY_FEED_URL: 'ftp://shop:hunter22@host/feed?key=hunter22' })).toBe(
    'INVENTORY_FEED_URL="ftp://…@host/feed?…" is not usable: it must be an address beginning with https:// or http:// or file://.',
  );
});
