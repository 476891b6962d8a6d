import { aboutSetting, isSettingName } from '#contract/setting-list.ts';
import { exampleText } from '../../ui/field.tsx';

/** How a setting is typed. `secret` and `code` are never read back, `wallet` is compared in groups of four, `key` by its addresses. */
type FieldKind =
  | 'text'
  | 'hue'
  | 'number'
  | 'switch'
  | 'choice'
  | 'secret'
  | 'code'
  | 'url'
  | 'wallet'
  | 'key'
  | 'zone'
  | 'limits';

interface SettingLook {
  label: string;
  kind?: FieldKind;
  /** After the value, such as "hours". */
  unit?: string;
  /** Before the value, such as "$". */
  sign?: string;
  /** A value as it could be, shown in the empty field as "e.g. …". */
  example?: string;
  /** Of a choice: the values with their words. */
  options?: readonly { value: string; label: string }[];
  /** Has the button "Send a test", or of a watched server "Check this server". */
  isTried?: true;
  /** Other words that a search finds it by. */
  words?: string;
}

const dollars = { kind: 'number', sign: '$' } as const;
const number = (unit: string) => ({ kind: 'number', unit }) as const;

/** Search words for more than one of them. */
const DELIVERY = 'price fee cost delivery parcel postage courier';
const WALLET = 'wallet coin crypto pay';
const MESSENGERS = 'chat messenger message signal whatsapp';

/** The names and controls of settings, by their names in the environment. */
const LOOKS: Readonly<Record<string, SettingLook>> = {
  SHOP_NAME: { label: 'Shop name' },
  SHOP_ACCENT: { label: 'Accent', kind: 'hue', words: 'color colour hue theme look design dark light' },
  SHOP_LICENSE: { label: 'License', example: 'C10-0000123-LIC', words: 'licence permit' },
  TIME_ZONE: { label: 'Time zone', kind: 'zone', example: 'America/Denver', words: 'clock hours' },
  SHIPPING_STANDARD: { label: 'Standard shipping', ...dollars, words: DELIVERY },
  SHIPPING_EXPRESS: { label: 'Express shipping', ...dollars, words: DELIVERY },
  DELIVERY_ADDRESSES: {
    label: 'Delivery addresses',
    kind: 'choice',
    options: [
      { value: 'off', label: 'Off' },
      { value: 'optional', label: 'Optional' },
      { value: 'required', label: 'Required' },
    ],
    words: `${DELIVERY} street customer packing list`,
  },
  ADDRESS_KEEP_DAYS: { label: 'Addresses kept for', ...number('days'), words: 'delivery privacy erase delete' },
  BTC_ADDRESS: { label: 'Bitcoin address', kind: 'wallet', example: 'bc1…', words: WALLET },
  LTC_ADDRESS: { label: 'Litecoin address', kind: 'wallet', example: 'ltc1…', words: WALLET },
  BTC_XPUB: { label: 'Bitcoin account key', kind: 'key', example: 'zpub…', words: `${WALLET} xpub zpub` },
  LTC_XPUB: { label: 'Litecoin account key', kind: 'key', example: 'Ltub…', words: `${WALLET} xpub Ltub zpub` },
  RATE_URL: {
    label: 'Rate source',
    kind: 'url',
    example: 'https://rates.example/usd.json',
    isTried: true,
    words: 'exchange dollars',
  },
  BTC_WATCH_URL: {
    label: 'Bitcoin server',
    kind: 'url',
    example: 'https://blockstream.info/api',
    isTried: true,
    words: `${WALLET} watch chain explorer esplora confirmations`,
  },
  LTC_WATCH_URL: {
    label: 'Litecoin server',
    kind: 'url',
    example: 'https://litecoinspace.org/api',
    isTried: true,
    words: `${WALLET} watch chain explorer esplora confirmations`,
  },
  PAYMENT_CONFIRMATIONS: { label: 'Confirmations', ...number('blocks'), words: WALLET },
  WATCH_SECONDS: { label: 'Time between looks', ...number('seconds'), words: 'watch interval' },
  PAYMENT_AUTO: { label: 'Mark orders as paid', kind: 'switch', words: 'automatic watch' },
  RATE_JUMP: { label: 'Rate jump', ...number('%'), words: 'percent exchange' },
  RESERVATION_HOURS: { label: 'Reservation', ...number('hours'), words: 'expire' },
  PAYMENT_CHECK_HOURS: { label: 'Time to check a payment', ...number('hours') },
  OPEN_ORDERS: { label: 'Unpaid orders at once', ...number('orders') },
  FIRST_ORDER_MAX: { label: 'First order up to', ...dollars },
  TELEGRAM_SELLER: { label: 'Seller on Telegram', sign: '@', example: 'your_name', words: MESSENGERS },
  TELEGRAM_GROUP_URL: { label: 'Group', example: 'https://t.me/your_group', words: MESSENGERS },
  ORDER_WEBHOOK_URL: {
    label: 'Order webhook',
    kind: 'url',
    example: 'https://bot.example/orders',
    isTried: true,
    words: 'bot telegram notify notifications alert message',
  },
  ORDER_WEBHOOK_SECRET: { label: 'Webhook secret', kind: 'secret' },
  SHOP_ACCESS_CODE: { label: 'Access code', kind: 'code', words: 'gate door password invite' },
  MINIMUM_AGE: { label: 'Minimum age', ...number('years') },
  MEMBERS_NEED_APPROVAL: { label: 'New members need approval', kind: 'switch', words: 'verify registration id check' },
  CATALOGUE_NEEDS_GATE: { label: 'Products behind the gate', kind: 'switch', words: 'private hide' },
  PURCHASE_LIMITS: { label: 'Purchase limits', kind: 'limits', words: 'maximum legal amount grams day daily' },
  POINTS_PER_DOLLAR: { label: 'Points per dollar', ...number('points') },
  POINTS_VALUE: { label: 'Value of 100 points', ...dollars },
  DEFAULT_MARKUP: { label: 'Markup of new items', ...dollars, words: 'prices margin profit' },
  PRICE_JUMP: { label: 'Price jump', ...number('%'), words: 'percent' },
  LOW_STOCK: { label: 'Low stock at', ...number('pieces') },
  INVENTORY_FEED_URL: {
    label: 'Feed address',
    kind: 'url',
    example: 'https://supplier.example/feed.json',
    isTried: true,
    words: 'supplier sync import',
  },
  INVENTORY_FEED_TOKEN: { label: 'Feed token', kind: 'secret', words: 'key' },
  SYNC_INTERVAL_SECONDS: { label: 'Time between syncs', ...number('seconds') },
  IMAGE_ORIGIN: {
    label: 'Picture source',
    kind: 'url',
    example: 'https://supplier.example/pictures/',
    isTried: true,
    words: 'image photo',
  },
  PANEL_PASSKEYS: {
    label: 'Passkeys in the panel',
    kind: 'choice',
    options: [
      { value: 'optional', label: 'Optional' },
      { value: 'required', label: 'Required' },
    ],
    words: 'password login sign in 2fa mfa two factor second factor authenticator fingerprint',
  },

  // The operator's.
  QUOTE_MINUTES: { label: 'Amounts in coins', unit: 'minutes' },
  BACKUP_EVERY: { label: 'Time between backups' },
  BACKUP_KEEP: { label: 'Backups kept' },
  BACKUP_KEEP_DAYS: { label: 'Kept for', unit: 'days' },
  BACKUP_RECIPIENT: { label: 'Key that encrypts backups' },
  PUBLIC_URL: { label: 'Address of the shop', words: 'domain' },
  ALARM_WEBHOOK_URL: { label: 'Alarm webhook', isTried: true },
  WALLET_DELAY_HOURS: { label: 'Wallet changes wait', unit: 'hours' },
  REAUTHENTICATION_MINUTES: { label: 'A confirmation lasts', unit: 'minutes' },
  DEMO: { label: 'Demo' },
  TEST_POINTS: { label: 'Test points' },
  SHOP_ADMIN_USERNAME: { label: 'First administrator' },
  SHOP_ADMIN_PASSWORD: { label: "First administrator's password" },
  RATE_LIMITS: { label: 'Limits on calls' },
  PRIVATE_URLS: { label: 'Private addresses' },
  TRUST_PROXY: { label: 'Behind a proxy' },
  HOST: { label: 'Network address' },
  PORT: { label: 'Port' },
  DATA_DIR: { label: 'Data folder' },
  DATABASE_URL: { label: 'Database' },
  WEB_CONCURRENCY: { label: 'Worker processes' },
  IMAGE_CACHE_MB: { label: 'Picture cache', unit: 'MB' },
  METRICS_TOKEN: { label: 'Metrics token' },
  LOG_LEVEL: { label: 'Log' },

  // The parts that a section saves besides settings (values-of-section.ts).
  logo: { label: 'Logo' },
  'notices.closed': { label: 'Notice while closed' },
  'notices.closedOrders': { label: 'Pause orders', kind: 'switch' },
  'notices.pricing': { label: 'Bulk pricing' },
  'notices.weightsShown': { label: 'Show the notice on weights', kind: 'switch' },
  'notices.weights': { label: 'Weights' },
  'rates.BTC': { label: 'Dollars per Bitcoin', ...dollars, example: '65000.00' },
  'rates.LTC': { label: 'Dollars per Litecoin', ...dollars, example: '80.00' },
};

/** The look of a setting. One that is new here is named as in the environment, and typed as a text. */
export const lookOf = (key: string): SettingLook & { kind: FieldKind } => ({
  kind: 'text',
  ...(LOOKS[key] ?? { label: key }),
});

/** The text of an empty field: the default that applies, or an example. Both say so, and neither looks like a value. */
export const placeholderOf = (key: string, usual: string | null = null): string | undefined => {
  const { example } = lookOf(key);
  if (usual !== null && usual !== '') return usualText(usual);
  return example && exampleText(example);
};

export const usualText = (usual: string): string => `Default: ${usual}`;

/** Colors to choose from, named as people name them. Null is the shade of the software. */
export const COLORS: readonly { name: string; hue: number | null }[] = [
  { name: 'Standard', hue: null },
  { name: 'Green', hue: 155 },
  { name: 'Teal', hue: 190 },
  { name: 'Blue', hue: 245 },
  { name: 'Violet', hue: 290 },
  { name: 'Pink', hue: 350 },
  { name: 'Coral', hue: 25 },
  { name: 'Orange', hue: 55 },
  { name: 'Gold', hue: 90 },
  { name: 'Lime', hue: 115 },
];
export const LARGEST_HUE = 359;

export const readHue = (value: string): number | null =>
  /^\d{1,3}$/.test(value.trim()) ? Math.min(LARGEST_HUE, Number(value)) : null;

/** A hue in words: "Violet", or "268" between two colors that have names. */
export const colorName = (value: string): string => {
  const hue = readHue(value);
  return COLORS.find((color) => color.hue === hue)?.name ?? value;
};

/** A value of a setting as people read it: "$15", "72 hours", "On". */
export const valueText = (name: string, value: string): string => {
  const { kind, options, sign = '', unit } = lookOf(name);
  if (kind === 'hue') return colorName(value);
  if (kind === 'switch') return value === 'on' ? 'On' : 'Off';
  const amount = `${sign}${value}${unit === '%' ? unit : unit ? ` ${unit}` : ''}`;
  return options?.find((option) => option.value === value)?.label ?? amount;
};

/** True if a setting has a name for people. */
export const isNamed = (key: string): boolean => Object.hasOwn(LOOKS, key);

/** A sentence of the server with the names that sellers know instead of those of the environment. */
export const inWords = (sentence: string): string =>
  sentence.replace(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b(?:PORT|HOST|DEMO)\b/g, (name) => lookOf(name).label);

/** The effect of a setting, for sellers. */
export const helpOf = (name: string): string => {
  if (!isSettingName(name)) return '';
  const { says, help } = aboutSetting(name);
  return help ?? says;
};

/** The id of the control of a setting, which a search leads to. */
export const fieldId = (key: string): string => `setting-${key}`;

/** Finds the control of a setting, and opens what it is folded in. */
export const revealField = (key: string): HTMLElement | null => {
  const field = document.getElementById(fieldId(key));
  const fold = field?.closest('details');
  if (fold) fold.open = true;
  return field;
};

/** A sentence of the list of settings without its links, which lead into the documentation. In pieces, with code apart. */
export const sentenceParts = (says: string): { text: string; isCode: boolean }[] =>
  says
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .split('`')
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
