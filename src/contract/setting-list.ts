import type { AboutSetting } from './about-setting.ts';
import { PAYMENT_SETTINGS } from './payment-settings.ts';

const managed = { managed: true } as const;
const shipping = { section: 'shipping', ...managed } as const;
const points = { section: 'points', ...managed } as const;
const stock = { section: 'stock', ...managed } as const;
const secret = { secret: true } as const;
const called = { called: true } as const;
const waits = { managed: true, waits: true } as const;

/** All settings that people see, by their names in the environment. */
export const SETTINGS = {
  SHOP_NAME: { section: 'shop', ...managed, says: 'Shown at the gate, on every page and on receipts.' },
  SHOP_ACCENT: {
    section: 'shop',
    ...managed,
    says: 'The color of buttons and links, as a hue from 0 to 359. Without one they are lime.',
    help: 'The color of buttons and links. Each one can be read well, in the dark and the light look.',
  },
  SHOP_LICENSE: {
    section: 'shop',
    ...managed,
    says: 'Your license number, such as C10-0000123-LIC. It is shown at the gate, on receipts and on packing lists.',
  },
  TIME_ZONE: {
    section: 'shop',
    ...managed,
    says: 'Where your days begin and end, such as America/Denver. Sales per day and verifications follow it.',
    otherwise: "the machine's",
  },
  SHIPPING_STANDARD: {
    ...shipping,
    says: 'Dollars that a member pays for standard shipping; 0 makes it free.',
    help: 'What a member pays for standard shipping; 0 makes it free.',
  },
  SHIPPING_EXPRESS: {
    ...shipping,
    says: 'Dollars that a member pays for express shipping; 0 makes it free.',
    help: 'What a member pays for express shipping; 0 makes it free.',
  },
  DELIVERY_ADDRESSES: {
    ...shipping,
    says: '`optional` or `required`: members choose a delivery address with their order; `off`: you ask for it in the chat.',
    help: 'With an address, the order comes with it, and packing lists show it. Off means that you ask for it in the chat.',
  },
  ADDRESS_KEEP_DAYS: {
    ...shipping,
    says: 'How many days an order keeps its delivery address after its last step. Then it is erased.',
  },
  ...PAYMENT_SETTINGS,
  TELEGRAM_SELLER: {
    section: 'chat',
    ...waits,
    says: 'Your user name on Telegram. Members send you their orders and questions there.',
  },
  TELEGRAM_GROUP_URL: {
    section: 'chat',
    ...managed,
    says: "A link to your members' group, such as https://t.me/your_group, shown at the gate and above the products.",
  },
  ORDER_WEBHOOK_URL: {
    section: 'chat',
    ...managed,
    ...called,
    says: 'Every order and payment is sent to this address, for example to a bot that writes to you.',
  },
  ORDER_WEBHOOK_SECRET: {
    section: 'chat',
    ...managed,
    ...secret,
    says: 'Signs these messages, so that your bot can tell that they come from this shop.',
  },
  SHOP_ACCESS_CODE: {
    section: 'members',
    ...managed,
    ...secret,
    says: 'The code that everybody types at the gate; `off` lets people in by invite only.',
    help: 'At least 8 characters. Everybody types it at the gate, also who came in with the one before.',
    otherwise: 'generated',
  },
  MINIMUM_AGE: {
    section: 'members',
    ...managed,
    says: 'How old somebody has to be. Members confirm it when they register.',
  },
  MEMBERS_NEED_APPROVAL: {
    section: 'members',
    ...managed,
    says: 'New members can look around, but they cannot confirm an order until somebody has verified them.',
    help: 'New members can look around, but they cannot confirm an order until you have verified them under Users. Who is a member when you switch it on counts as verified.',
  },
  CATALOGUE_NEEDS_GATE: {
    section: 'members',
    ...managed,
    says: 'Products, pictures and live changes need the access code.',
    help: 'Products and pictures open only for those who came through the gate. While this is off, a program that knows the address can read them.',
  },
  PURCHASE_LIMITS: {
    section: 'limits',
    ...managed,
    says: 'How much a member may order in a time, such as `flower=28g/1d?3.5g; edible=800mg/3d`.',
  },
  POINTS_PER_DOLLAR: {
    ...points,
    says: 'Points that a member earns per dollar of a completed order.',
    help: 'What a member earns for each dollar of a completed order; 0 means nothing.',
  },
  POINTS_VALUE: {
    ...points,
    says: 'Dollars that 100 points pay of an order; 0 means that points cannot be spent.',
    help: 'What 100 points take off an order. With $5, 200 points are worth $10; 0 means that points cannot be spent.',
  },
  DEFAULT_MARKUP: {
    ...stock,
    says: 'Dollars added to the base price of new items.',
    help: 'Added to the base price of every new item, from a feed or by hand. You can change it for each item in the inventory.',
  },
  PRICE_JUMP: {
    ...stock,
    says: 'A sync that moves a base price by more percent, also within a day, waits for a decision; 0 means never.',
    help: 'If a sync would move a price further than this, at once or within a day, it waits until you decide; 0 means that it never waits.',
  },
  LOW_STOCK: {
    ...stock,
    says: 'An active item with no more pieces is low on stock, unless it has a number of its own.',
    help: 'An item with this many pieces or fewer counts as low on stock. A number of its own, set at the item, comes first.',
  },
  INVENTORY_FEED_URL: {
    section: 'feed',
    ...managed,
    ...called,
    says: "The address of your supplier's feed.",
    help: 'Ask your supplier for it. The shop reads products, stock and prices there.',
    otherwise: 'the feed of the demo, if `DEMO`',
  },
  INVENTORY_FEED_TOKEN: {
    section: 'feed',
    ...managed,
    ...secret,
    says: 'Sent to the feed as a bearer token, and to no other host.',
    help: 'The key to the feed, if your supplier gave you one. It is sent to the feed only.',
  },
  SYNC_INTERVAL_SECONDS: {
    section: 'feed',
    ...managed,
    says: 'Seconds between two automatic syncs.',
    help: 'How long the shop waits until it reads the feed again.',
  },
  IMAGE_ORIGIN: {
    section: 'feed',
    ...managed,
    ...called,
    says: 'The address below which the pictures of products are.',
    help: "Where your supplier keeps the pictures. The feed only has the rest of each picture's address.",
  },
  AUTO_SYNC: {
    section: 'feed',
    unlisted: true,
    says: "The first position of the panel's switch for automatic syncs.",
  },
  BACKUP_EVERY: {
    section: 'backups',
    says: 'How often a backup is made, such as `6h`; `off` means never.',
    help: 'How often the shop makes a backup by itself.',
    otherwise: '1d with `NODE_ENV=production`, else off',
  },
  BACKUP_KEEP: {
    section: 'backups',
    says: 'How many of these backups are kept. The newest is always kept.',
    help: 'How many of those that the shop makes by itself stay on the server. Older ones are deleted.',
  },
  BACKUP_KEEP_DAYS: {
    section: 'backups',
    says: 'For how many days they are kept.',
    help: 'Then they are deleted. Only the newest always stays.',
  },
  BACKUP_RECIPIENT: {
    section: 'backups',
    says: 'An [age](https://age-encryption.org) public key: backups are encrypted to it.',
    help: 'The public half of a pair of keys. Then only who has the other half can read a backup, also if somebody steals it.',
  },
  PANEL_PASSKEYS: {
    section: 'security',
    ...managed,
    says: '`required`: everybody in the panel needs a passkey.',
    help: 'A passkey is your fingerprint, your face or a security key. If it is required, a password alone opens no panel. Add yours in your account first.',
  },
  PORT: { section: 'operator', says: 'The number of the port for pages and calls.' },
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
  SHOP_ADMIN_USERNAME: { section: 'operator', says: 'The user name of the owner that the first start creates.' },
  SHOP_ADMIN_PASSWORD: {
    section: 'operator',
    ...secret,
    says: 'The password of that owner.',
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
    says: 'Where members reach the shop, such as `https://shop.example`. Passkeys work there only.',
    otherwise: 'localhost',
  },
  REAUTHENTICATION_MINUTES: { section: 'operator', says: 'How many minutes "Confirm it\'s you" lasts.' },
  IMAGE_CACHE_MB: { section: 'operator', says: 'Megabytes of pictures that are kept ready.' },
  RATE_LIMITS: { section: 'operator', says: 'Stops an address or a member that calls too often.' },
  TRUST_PROXY: {
    section: 'operator',
    says: 'Takes the address of callers from a reverse proxy. Only [behind one](docs/operations.md).',
  },
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
    says: 'How many hours a new wallet or seller of the panel waits before it is used. Until then any owner can take it back.',
  },
  WEB_CONCURRENCY: { section: 'operator', says: 'How many processes serve the shop. More than one need PostgreSQL.' },
} as const satisfies Record<string, AboutSetting>;

export type SettingName = keyof typeof SETTINGS;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

export const aboutSetting = (name: SettingName): AboutSetting => SETTINGS[name];
