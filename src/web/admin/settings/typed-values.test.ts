import { expect, test } from 'vitest';
import { formatDateTime } from '../../browser/dates.ts';
import { durationText, everyText, isUnderAge, remarkOn, scheduleText, typedProblem } from './typed-values.ts';

const MISTYPED =
  'This address has a typing mistake. Copy it from your wallet once more: money sent to it would be lost.';

test.each<[string, string | null, string | null]>([
  ['SHIPPING_STANDARD', '12.50', null],
  ['SHIPPING_STANDARD', '12,50', null],
  ['SHIPPING_STANDARD', '$1,250.50', null],
  ['SHIPPING_STANDARD', '12,5,0', 'It must be a number from 0 to 100000. Write it like 1250.50, without a comma.'],
  ['SHIPPING_STANDARD', ' ', null],
  ['SHIPPING_STANDARD', null, null],
  ['SHIPPING_STANDARD', 'a lot', 'It must be a number from 0 to 100000.'],
  ['MINIMUM_AGE', '18.5', 'It must be a whole number from 0 to 99.'],
  ['rates.BTC', 'much', 'Enter dollars per coin, such as 65000.00'],
  ['rates.LTC', '80', null],
  ['rates.BTC', '65,000.00', null],
  ['PURCHASE_LIMITS', 'flower=28g/1d; edible=x/1d', 'Limit 2, Amount: Enter a number above 0, such as 28.'],
  ['PURCHASE_LIMITS', 'flower=28g/h', 'Limit 1, Hours: Enter a number above 0, such as 1.'],
  ['PURCHASE_LIMITS', 'any=2.5pcs/1d', 'Limit 1, Amount: Pieces must be a whole number.'],
  ['PURCHASE_LIMITS', 'none', null],
  ['TELEGRAM_SELLER', '@night_leaf', null],
  ['TELEGRAM_SELLER', 't.me/night_leaf', null],
  ['TELEGRAM_SELLER', 'night leaf', 'It must be a Telegram user name, such as @your_name or t.me/your_name.'],
  ['TELEGRAM_SELLER', 't.me/+invite', 'It must be a Telegram user name, such as @your_name or t.me/your_name.'],
  ['TELEGRAM_GROUP_URL', 'tg://join?invite=a', null],
  ['TELEGRAM_GROUP_URL', 't.me/+Ab1', null],
  ['TELEGRAM_GROUP_URL', '@leaf', null],
  [
    'TELEGRAM_GROUP_URL',
    'our group',
    'It must be a link to a group, such as t.me/your_group, t.me/+invite or @your_group.',
  ],
  ['RATE_URL', 'https://rates.example/now', null],
  ['INVENTORY_FEED_URL', 'file:///feed.json', 'It must be a whole address that begins with https://.'],
  ['IMAGE_ORIGIN', 'pictures', 'It must be a whole address that begins with https://.'],
  ['BTC_ADDRESS', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', null],
  ['BTC_ADDRESS', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', null],
  ['BTC_ADDRESS', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', MISTYPED],
  ['LTC_ADDRESS', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n8', MISTYPED],
  ['LTC_ADDRESS', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9', null],
  ['TIME_ZONE', 'America/Denver', null],
  ['TIME_ZONE', 'new york', null],
  ['TIME_ZONE', 'Boulder', 'Choose a time zone from the list, such as America/Denver.'],
  ['SHOP_NAME', 'anything', null],
])('what is wrong with %s as %s', (key, typed, problem) => {
  expect(typedProblem(key, typed)).toBe(problem);
});

test.each(['BTC_ADDRESS', 'LTC_ADDRESS'])('%s is no other address', (name) => {
  expect(typedProblem(name, 'me@bank.example')).toContain('begins with');
  // Letters of these addresses are large or small for a reason.
  expect(typedProblem(name, 'my wallet')).toContain('begins with');
});

test('the backups of the shop itself say when the next one is due', () => {
  const at = '2026-11-26T12:00:00.000Z';
  const now = Date.parse(at) + 3_600_000;
  const own = { name: 'greenroom-scheduled-2026-11-26-120000-1f3a.gz', at };
  expect(scheduleText('off', [own], now)).toMatch(/^The shop makes none by itself/);
  const due = formatDateTime('2026-11-26T18:00:00.000Z');
  expect(scheduleText('6h', [own], now)).toBe(
    `The shop makes one by itself every 6 hours. The next one is due on ${due}.`,
  );
  const byHand = { name: 'greenroom-panel-2026-11-26-120000-1f3a.gz', at };
  for (const backups of [[], [byHand]]) {
    expect(scheduleText('6h', backups, now)).toBe('The shop makes one by itself every 6 hours.');
  }
});

test('a minimum age below that of adult use is remarked on, and one of minors is asked about', () => {
  expect(remarkOn('MINIMUM_AGE', '21')).toBeNull();
  expect(remarkOn('MINIMUM_AGE', 'ten')).toBeNull();
  expect(remarkOn('MINIMUM_AGE', null)).toBeNull();
  expect(remarkOn('LOW_STOCK', '5')).toBeNull();
  expect(remarkOn('MINIMUM_AGE', '18')).toContain('people of 18');
  expect([isUnderAge('17'), isUnderAge('18'), isUnderAge(null)]).toEqual([true, false, false]);
});

test.each([
  ['120', 'seconds', 'That is 2 minutes.'],
  ['60', 'seconds', 'That is 1 minute.'],
  ['90', 'seconds', 'That is 1.5 minutes.'],
  ['100', 'seconds', 'That is about 1.7 minutes.'],
  ['59', 'seconds', null],
  ['72', 'hours', 'That is 3 days.'],
  ['24', 'hours', 'That is 1 day.'],
  ['soon', 'hours', null],
  ['120', 'minutes', null],
  ['120', undefined, null],
])('%s %s in a larger unit', (typed, unit, text) => {
  expect(durationText(typed, unit)).toBe(text);
});

test.each([
  ['off', 'Never'],
  ['1d', 'Every day'],
  ['6h', 'Every 6 hours'],
  ['90m', 'Every 90 minutes'],
  ['daily', 'daily'],
])('a backup is made %s: %s', (value, text) => {
  expect(everyText(value)).toBe(text);
});
