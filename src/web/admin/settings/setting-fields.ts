/** How a setting is typed. `secret` is never read back, `wallet` is compared in groups of four. */
type FieldKind = 'text' | 'hue' | 'number' | 'switch' | 'choice' | 'secret' | 'url' | 'wallet' | 'zone' | 'limits';

interface SettingLook {
  label: string;
  kind?: FieldKind;
  /** After the value, such as "hours". */
  unit?: string;
  /** Before the value, such as "$". */
  sign?: string;
  placeholder?: string;
  /** Of a choice: the values with their words. */
  options?: readonly { value: string; label: string }[];
  /** Has the button "Send a test". */
  isTried?: true;
  /** Other words that a search finds it by. */
  words?: string;
}

const dollars = { kind: 'number', sign: '$' } as const;

/** The names and controls of settings, by their names in the environment. */
const LOOKS: Readonly<Record<string, SettingLook>> = {
  SHOP_NAME: { label: 'Shop name' },
  SHOP_ACCENT: { label: 'Accent', kind: 'hue', words: 'color' },
  SHOP_LICENSE: { label: 'License' },
  TIME_ZONE: { label: 'Time zone', kind: 'zone', placeholder: 'America/Denver' },
  SHIPPING_STANDARD: { label: 'Standard shipping', ...dollars, words: 'price fee cost' },
  SHIPPING_EXPRESS: { label: 'Express shipping', ...dollars, words: 'price fee cost' },
  BTC_ADDRESS: { label: 'Bitcoin address', kind: 'wallet', placeholder: 'bc1…', words: 'wallet' },
  LTC_ADDRESS: { label: 'Litecoin address', kind: 'wallet', placeholder: 'ltc1…', words: 'wallet' },
  RATE_URL: { label: 'Rate source', kind: 'url', placeholder: 'https://' },
  RATE_JUMP: { label: 'Rate jump', kind: 'number', unit: 'percent' },
  RESERVATION_HOURS: { label: 'Reservation', kind: 'number', unit: 'hours' },
  PAYMENT_CHECK_HOURS: { label: 'Time to check a payment', kind: 'number', unit: 'hours' },
  OPEN_ORDERS: { label: 'Unpaid orders at once', kind: 'number' },
  FIRST_ORDER_MAX: { label: 'First order up to', ...dollars },
  TELEGRAM_SELLER: { label: 'Seller on Telegram', sign: '@' },
  TELEGRAM_GROUP_URL: { label: 'Group', placeholder: 'https://t.me/…' },
  ORDER_WEBHOOK_URL: { label: 'Order webhook', kind: 'url', placeholder: 'https://', isTried: true },
  ORDER_WEBHOOK_SECRET: { label: 'Webhook secret', kind: 'secret' },
  SHOP_ACCESS_CODE: { label: 'Access code', kind: 'secret' },
  MINIMUM_AGE: { label: 'Minimum age', kind: 'number', unit: 'years' },
  MEMBERS_NEED_APPROVAL: { label: 'New members need approval', kind: 'switch' },
  CATALOGUE_NEEDS_GATE: { label: 'Products behind the gate', kind: 'switch' },
  PURCHASE_LIMITS: { label: 'Purchase limits', kind: 'limits' },
  POINTS_PER_DOLLAR: { label: 'Points per dollar', kind: 'number' },
  POINTS_VALUE: { label: 'Value of 100 points', ...dollars },
  DEFAULT_MARKUP: { label: 'Markup of new items', ...dollars, words: 'prices' },
  PRICE_JUMP: { label: 'Price jump', kind: 'number', unit: 'percent' },
  LOW_STOCK: { label: 'Low stock at', kind: 'number', unit: 'pieces' },
  INVENTORY_FEED_URL: { label: 'Feed address', kind: 'url', placeholder: 'https://', isTried: true },
  INVENTORY_FEED_TOKEN: { label: 'Feed token', kind: 'secret' },
  SYNC_INTERVAL_SECONDS: { label: 'Time between syncs', kind: 'number', unit: 'seconds' },
  IMAGE_ORIGIN: { label: 'Picture source', kind: 'url', placeholder: 'https://' },
  PANEL_PASSKEYS: {
    label: 'Passkeys in the panel',
    kind: 'choice',
    options: [
      { value: 'optional', label: 'Optional' },
      { value: 'required', label: 'Required' },
    ],
  },
  QUOTE_MINUTES: { label: 'Amounts in coins', unit: 'minutes' },
  BACKUP_EVERY: { label: 'Time between backups' },
  BACKUP_KEEP: { label: 'Backups kept' },
  BACKUP_KEEP_DAYS: { label: 'Kept for', unit: 'days' },
  BACKUP_RECIPIENT: { label: 'Encrypted to' },
  ALARM_WEBHOOK_URL: { label: 'Alarm webhook', isTried: true },

  // What a section saves besides settings (values-of-section.ts).
  logo: { label: 'Logo' },
  'notices.closed': { label: 'Notice while closed' },
  'notices.closedOrders': { label: 'Pause orders', kind: 'switch' },
  'notices.pricing': { label: 'Bulk pricing' },
  'notices.weightsShown': { label: 'Show the notice on weights', kind: 'switch' },
  'notices.weights': { label: 'Weights' },
  'rates.BTC': { label: 'Dollars per Bitcoin', ...dollars, placeholder: '65000.00' },
  'rates.LTC': { label: 'Dollars per Litecoin', ...dollars, placeholder: '80.00' },
};

/** The look of a setting. One that is new here is named as in the environment, and typed as a text. */
export const lookOf = (key: string): SettingLook & { kind: FieldKind } => ({
  kind: 'text',
  ...(LOOKS[key] ?? { label: key }),
});

/** Whether a setting has a name for people. */
export const isNamed = (key: string): boolean => Object.hasOwn(LOOKS, key);

/** The id of the control of a setting, which a search leads to. */
export const fieldId = (key: string): string => `setting-${key}`;

/** A sentence of the list of settings without its links, which lead into the documentation. In pieces, with code apart. */
export const sentenceParts = (says: string): { text: string; isCode: boolean }[] =>
  says
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .split('`')
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
