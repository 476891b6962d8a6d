import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { IN_FILES, isMistyped } from './given-settings.ts';
import { readSettings, SETTING_NAMES, SettingsError } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The message that stops the start, or "accepted". */
const refusal = (environment: Record<string, string>): string => {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return 'accepted';
};

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['BACKUP_EVRY', 'BACKUP_EVERY'],
  ['BACKUP_EEVERY', 'BACKUP_EVERY'],
  ['BACKUP_EVRYE', 'BACKUP_EVERY'],
  ['TIMEZONE', null],
  ['TIME_ZOEN', 'TIME_ZONE'],
  ['TIME_ZOME', 'TIME_ZONE'],
  ['TIME_ZON', null],
  ['TIME_ZONEE', 'TIME_ZONE'],
  ['TIMES_ZONEE', null],
  ['SHOP_ACESS_COD', 'SHOP_ACCESS_CODE'],
  ['DATABASE_URL_FLE', 'DATABASE_URL_FILE'],
  ['ALERT_WEBHOK_URL', 'ALERT_WEBHOOK_URL'],
  ['DATABASE_HOST', null],
  ['HTTP_PROXY', null],
  ['PORTS', null],
])('a variable called %s stops the start as a mistyped %s', (name, meant) => {
  expect(refusal({ [name]: 'x' })).toBe(
    meant === null ? 'accepted' : `${name} is not a setting of Greenroom, but nearly ${meant}. Correct the name.`,
  );
  expect(refusal({ [name]: '' })).toBe('accepted');
});

test('one mistake counts from 9 characters on, two from 12', () => {
  expect(isMistyped('ABCDEFGHX', 'ABCDEFGHI')).toBe(true);
  expect(isMistyped('ABCDEFGX', 'ABCDEFGH')).toBe(false);
  // A name of 8 for one of 9, and the other way round.
  expect(isMistyped('ABCDEFGH', 'ABCDEFGHI')).toBe(false);
  expect(isMistyped('ABCDEFGHI', 'ABCDEFGH')).toBe(false);
  expect(isMistyped('ABCDEFGHIXX', 'ABCDEFGHIJK')).toBe(false);
  expect(isMistyped('ABCDEFGHIJXX', 'ABCDEFGHIJKL')).toBe(true);
  expect(isMistyped('BACDEFGHIJLK', 'ABCDEFGHIJKL')).toBe(true);
  expect(isMistyped('ABCDEFGHIXXX', 'ABCDEFGHIJKL')).toBe(false);
});

test('no setting is nearly another one', () => {
  const path = join(folder, 'secret');
  writeFileSync(path, 'postgres://host/shop\n');
  for (const name of SETTING_NAMES) expect(refusal({ [name]: 'https://x.example' })).not.toContain('nearly');
  for (const name of IN_FILES) expect(refusal({ [`${name}_FILE`]: path })).toBe('accepted');
});

test.each(IN_FILES)('%s can be in a file, whose last line break is not a part of it', (name) => {
  const value = name === 'DATABASE_URL' ? 'postgres://user:secret@host/shop' : 'between us, at last';
  const path = join(folder, name);
  for (const end of ['', '\n', '\r\n']) {
    writeFileSync(path, `${value}${end}`);
    expect(readSettings({ [`${name}_FILE`]: path })).toMatchObject({ [name]: value });
  }
  writeFileSync(path, `${value}\n\n`);
  if (name !== 'SHOP_ADMIN_PASSWORD') return;
  expect(readSettings({ [`${name}_FILE`]: path })).toMatchObject({ [name]: `${value}\n` });
});

test('a file that is empty or missing, or a second value, stops the start, and no secret is printed', () => {
  const path = join(folder, 'token');
  const missing = join(folder, 'missing');
  for (const text of ['', '\n']) {
    writeFileSync(path, text);
    expect(refusal({ METRICS_TOKEN_FILE: path })).toBe(`METRICS_TOKEN_FILE=${path} is not usable: the file is empty.`);
  }
  expect(refusal({ METRICS_TOKEN_FILE: missing })).toBe(
    `METRICS_TOKEN_FILE=${missing} is not usable: the file cannot be read (ENOENT).`,
  );
  writeFileSync(path, 'hush');
  expect(refusal({ METRICS_TOKEN_FILE: path, METRICS_TOKEN: 'hush' })).toBe(
    'METRICS_TOKEN and METRICS_TOKEN_FILE are both set. Set one of them.',
  );
  expect(refusal({ SHOP_ADMIN_PASSWORD_FILE: path })).toBe(
    'SHOP_ADMIN_PASSWORD_FILE=… is not usable: it must be at least 8 characters.',
  );
  expect(refusal({ SHOP_NAME_FILE: path })).toContain('SHOP_NAME_FILE is not a setting of Greenroom');
});

test('ALERT_WEBHOOK_URL is read as ALARM_WEBHOOK_URL if that is absent, and two values stop the start', () => {
  const [one, other] = ['https://one.example/hook', 'https://other.example/hook'];
  expect(readSettings({ ALERT_WEBHOOK_URL: one })).toMatchObject({ ALARM_WEBHOOK_URL: one });
  expect(readSettings({ ALARM_WEBHOOK_URL: one, ALERT_WEBHOOK_URL: '' })).toMatchObject({ ALARM_WEBHOOK_URL: one });
  expect(readSettings({ ALARM_WEBHOOK_URL: one, ALERT_WEBHOOK_URL: one })).toMatchObject({ ALARM_WEBHOOK_URL: one });
  expect(refusal({ ALARM_WEBHOOK_URL: one, ALERT_WEBHOOK_URL: other })).toBe(
    'ALARM_WEBHOOK_URL and ALERT_WEBHOOK_URL, its former name, have different values. Set ALARM_WEBHOOK_URL only.',
  );
  expect(refusal({ ALERT_WEBHOOK_URL: 'ftp://token@host' })).toMatch(/^ALERT_WEBHOOK_URL=… is not usable/);
  expect(refusal({ ALARM_WEBHOOK_URL: 'ftp://token@host' })).toMatch(/^ALARM_WEBHOOK_URL=… is not usable/);
});
