/** The sections of the settings page, in its order. */
export const SETTING_SECTIONS = [
  'shop',
  'shipping',
  'payment',
  'chat',
  'members',
  'limits',
  'points',
  'stock',
  'feed',
  'backups',
  'security',
  'operator',
] as const;
export type SettingSection = (typeof SETTING_SECTIONS)[number];

/** What is known of a setting before anybody gives it a value. The checks of values are in server/settings.ts. */
export interface AboutSetting {
  section: SettingSection;
  /** What it does, in one sentence, for the README and the panel. */
  says: string;
  /** Owners can change it in the panel. All others belong to the operator. */
  managed?: true;
  /** Nobody reads its value back. */
  secret?: true;
  /** The shop calls this address, so people see only its scheme and host. */
  called?: true;
  /** A change in the panel waits, because it says where money and orders go (behavior 12.5). */
  waits?: true;
  /** Only the README lists it. */
  unlisted?: true;
  /** The default, if it depends on other settings or on the machine. */
  otherwise?: string;
}

const managed = { managed: true } as const;
const secret = { secret: true } as const;
const called = { called: true } as const;
const waits = { managed: true, waits: true } as const;

/** All settings that people see, by their names in the environment. */
export const SETTINGS = {
  SHOP_NAME: { section: 'shop', ...managed, says: 'The name of the shop.' },
  SHOP_ACCENT: {
    section: 'shop',
    ...managed,
    says: 'The hue of buttons and links, from 0 to 359. Without one they have the shade of the software.',
  },
  SHOP_LICENSE: {
    section: 'shop',
    ...managed,
    says: 'The license number, shown at the gate, on receipts and on packing lists.',
  },
  TIME_ZONE: {
    section: 'shop',
    ...managed,
    says: 'The days of verifications and sales are days in this time zone, such as America/Denver.',
    otherwise: "the machine's",
  },
  SHIPPING_STANDARD: { section: 'shipping', ...managed, says: 'Dollars for standard shipping.' },
  SHIPPING_EXPRESS: { section: 'shipping', ...managed, says: 'Dollars for express shipping.' },
  BTC_ADDRESS: { section: 'payment', ...waits, says: 'Members send Bitcoin to this address.' },
  LTC_ADDRESS: { section: 'payment', ...waits, says: 'Members send Litecoin to this address.' },
  RATE_URL: {
    section: 'payment',
    ...managed,
    ...called,
    says: 'Where the shop reads dollars per coin, `{"BTC": "65000.00", "LTC": null}`.',
  },
  RATE_JUMP: {
    section: 'payment',
    ...managed,
    says: 'A rate that moves by more percent waits until an owner accepts it; 0 means never.',
  },
  QUOTE_MINUTES: { section: 'payment', says: 'How many minutes the amount of an order in coins is valid.' },
  RESERVATION_HOURS: { section: 'payment', ...managed, says: 'How many hours an unpaid order reserves its items.' },
  PAYMENT_CHECK_HOURS: {
    section: 'payment',
    ...managed,
    says: 'How many hours items stay reserved at least once a member says that an order is paid; fewer for a first order.',
  },
  OPEN_ORDERS: {
    section: 'payment',
    ...managed,
    says: 'How many unpaid orders a member may have at once; 0 means any number.',
    otherwise: '5; 0 in a demo',
  },
  FIRST_ORDER_MAX: {
    section: 'payment',
    ...managed,
    says: 'Dollars that a member without a shipped order may have in unpaid orders; 0 means any amount.',
    otherwise: '2000; 0 in a demo',
  },
  TELEGRAM_SELLER: {
    section: 'chat',
    ...waits,
    says: "The seller's user name on Telegram, where orders are confirmed.",
  },
  TELEGRAM_GROUP_URL: { section: 'chat', ...managed, says: "A link to the members' group." },
  ORDER_WEBHOOK_URL: { section: 'chat', ...managed, ...called, says: 'Your bot is told here of orders and payments.' },
  ORDER_WEBHOOK_SECRET: {
    section: 'chat',
    ...managed,
    ...secret,
    says: 'Signs these messages, so that your bot knows they are from this shop.',
  },
  SHOP_ACCESS_CODE: {
    section: 'members',
    ...managed,
    ...secret,
    says: 'The code that members enter first; `off` leaves invites only.',
    otherwise: 'generated',
  },
  MINIMUM_AGE: { section: 'members', ...managed, says: 'The age that members confirm when they register.' },
  MEMBERS_NEED_APPROVAL: {
    section: 'members',
    ...managed,
    says: 'New members cannot confirm an order until somebody has verified them.',
  },
  CATALOGUE_NEEDS_GATE: {
    section: 'members',
    ...managed,
    says: 'Products, pictures and live changes need the access code.',
  },
  PURCHASE_LIMITS: {
    section: 'limits',
    ...managed,
    says: 'How much a member may order in a time, such as `flower=28g/1d?3.5g; edible=800mg/3d`.',
  },
  POINTS_PER_DOLLAR: {
    section: 'points',
    ...managed,
    says: 'Points that a member earns per dollar of a completed order.',
  },
  POINTS_VALUE: {
    section: 'points',
    ...managed,
    says: 'Dollars that 100 points pay of an order; 0 means that points cannot be spent.',
  },
  DEFAULT_MARKUP: { section: 'stock', ...managed, says: 'Dollars added to the base price of new items.' },
  PRICE_JUMP: {
    section: 'stock',
    ...managed,
    says: 'A sync that moves a base price by more percent, also within a day, waits for a decision; 0 means never.',
  },
  LOW_STOCK: {
    section: 'stock',
    ...managed,
    says: 'An active item with no more pieces is low on stock, unless it has a number of its own.',
  },
  INVENTORY_FEED_URL: {
    section: 'feed',
    ...managed,
    ...called,
    says: "The address of your supplier's feed.",
    otherwise: 'the feed of the demo, if `DEMO`',
  },
  INVENTORY_FEED_TOKEN: {
    section: 'feed',
    ...managed,
    ...secret,
    says: 'Sent to the feed as a bearer token, and to no other host.',
  },
  SYNC_INTERVAL_SECONDS: { section: 'feed', ...managed, says: 'Seconds between two automatic syncs.' },
  IMAGE_ORIGIN: {
    section: 'feed',
    ...managed,
    ...called,
    says: 'The address below which the pictures of products are.',
  },
  AUTO_SYNC: {
    section: 'feed',
    unlisted: true,
    says: "The first position of the panel's switch for automatic syncs.",
  },
  BACKUP_EVERY: {
    section: 'backups',
    says: 'How often a backup is made, such as `6h`; `off` means never.',
    otherwise: '1d with `NODE_ENV=production`, else off',
  },
  BACKUP_KEEP: { section: 'backups', says: 'How many of these backups are kept. The newest is always kept.' },
  BACKUP_KEEP_DAYS: { section: 'backups', says: 'For how many days they are kept.' },
  BACKUP_RECIPIENT: {
    section: 'backups',
    says: 'An [age](https://age-encryption.org) public key: backups are encrypted to it.',
  },
  PANEL_PASSKEYS: { section: 'security', ...managed, says: '`required`: everybody in the panel needs a passkey.' },
  PORT: { section: 'operator', says: 'The port of pages and calls.' },
  HOST: { section: 'operator', says: 'The address of the machine at which pages and calls are served.' },
  DATA_DIR: {
    section: 'operator',
    says: 'The folder of the embedded database, pictures (`pictures/`), lab results (`lab/`) and backups.',
  },
  DATABASE_URL: {
    section: 'operator',
    ...secret,
    says: 'A PostgreSQL database, `postgres://…`; [several hosts](docs/operations.md) are possible.',
    otherwise: 'SQLite in `DATA_DIR`',
  },
  SHOP_ADMIN_USERNAME: { section: 'operator', says: 'The user name of the first administrator.' },
  SHOP_ADMIN_PASSWORD: {
    section: 'operator',
    ...secret,
    says: 'The password of the first administrator.',
    otherwise: 'generated',
  },
  DEMO: {
    section: 'operator',
    says: 'A fictional catalogue of about 300 products with drawn pictures.',
    otherwise: 'on, unless `NODE_ENV=production`',
  },
  TEST_POINTS: {
    section: 'operator',
    says: 'A test page gives points to anyone.',
    otherwise: 'as `DEMO`; off in a demo with a feed, `POINTS_VALUE`, https, a proxy or another `HOST`',
  },
  PUBLIC_URL: {
    section: 'operator',
    says: 'The address of the shop, such as `https://shop.example`. Passkeys work there only.',
    otherwise: 'localhost',
  },
  REAUTHENTICATION_MINUTES: { section: 'operator', says: 'How many minutes "Confirm it\'s you" lasts.' },
  IMAGE_CACHE_MB: { section: 'operator', says: 'Megabytes of pictures that are kept ready.' },
  RATE_LIMITS: { section: 'operator', says: 'Limits the calls of an address and of a member.' },
  TRUST_PROXY: { section: 'operator', says: 'Only [behind a reverse proxy](docs/operations.md).' },
  METRICS_TOKEN: {
    section: 'operator',
    ...secret,
    says: 'The bearer token for `/metrics`.',
    otherwise: 'loopback only',
  },
  LOG_LEVEL: { section: 'operator', says: 'How much is logged; `info` adds one line per request.' },
  ALARM_WEBHOOK_URL: {
    section: 'operator',
    ...called,
    says: "Is told of [alarms](docs/operations.md) (no backup, failing feed and so on), wallets that wait and the evidence's hash.",
  },
  PRIVATE_URLS: {
    section: 'operator',
    says: 'Addresses that are set in the panel may be http and inside a private network.',
  },
  WALLET_DELAY_HOURS: {
    section: 'operator',
    says: 'How many hours another wallet or seller waits that an owner sets in the panel.',
  },
  WEB_CONCURRENCY: { section: 'operator', says: 'Worker processes. More than one need `DATABASE_URL`.' },
} as const satisfies Record<string, AboutSetting>;

export type SettingName = keyof typeof SETTINGS;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

/** What is known of a setting. */
export const aboutSetting = (name: SettingName): AboutSetting => SETTINGS[name];
