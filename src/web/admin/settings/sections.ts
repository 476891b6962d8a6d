import {
  Archive,
  Boxes,
  CreditCard,
  Gauge,
  type LucideIcon,
  MessageCircle,
  Rss,
  Server,
  ShieldCheck,
  Sparkles,
  Store,
  Truck,
  Users,
} from 'lucide-react';
import type { SettingSection } from '#contract/about-setting.ts';
import { aboutSetting, SETTING_NAMES } from '#contract/setting-list.ts';

interface Section {
  label: string;
  Icon: LucideIcon;
  /** Its purpose, below its heading and in the list on a phone. */
  text: string;
}

export const SECTIONS: Readonly<Record<SettingSection, Section>> = {
  shop: { label: 'Shop', Icon: Store, text: 'What members see of your shop: its name, color, logo and notices.' },
  shipping: {
    label: 'Shipping',
    Icon: Truck,
    text: 'What members pay for a parcel, and whether they say where it goes.',
  },
  payment: {
    label: 'Payment',
    Icon: CreditCard,
    text: 'Where members send money, and how long an order waits for it.',
  },
  chat: { label: 'Chat', Icon: MessageCircle, text: 'Where members write to you, and who else hears of orders.' },
  members: { label: 'Members', Icon: Users, text: 'Who may come in, and who may order.' },
  limits: { label: 'Limits', Icon: Gauge, text: 'How much one member may order in some hours or days.' },
  points: { label: 'Points', Icon: Sparkles, text: 'What members earn with an order, and what that is worth.' },
  stock: { label: 'Stock', Icon: Boxes, text: 'What new items cost, and when you hear that something runs low.' },
  feed: { label: 'Feed', Icon: Rss, text: "Your supplier's list, which fills your shelves by itself." },
  backups: { label: 'Backups', Icon: Archive, text: 'Copies of the whole shop, for the day when something breaks.' },
  security: { label: 'Security', Icon: ShieldCheck, text: 'How everybody who works in this panel signs in.' },
  operator: {
    label: 'Operator',
    Icon: Server,
    text: 'For the person who runs the machine that your shop is on. You can read it here, and ask them for another value.',
  },
};

/** A part of a section with a list or form of its own. */
export type PartName =
  | 'wallets'
  | 'logo'
  | 'pause'
  | 'notices'
  | 'rates'
  | 'webhook'
  | 'limits'
  | 'backups'
  | 'watching';

/** Fields that belong together, under a heading. */
interface Group {
  title?: string;
  /** The settings, in this order. Others of the section follow in its first group that has some. */
  names: readonly string[];
  /** Settings of the operator. Others of the section follow in a group of their own. */
  readOnly?: readonly string[];
  part?: PartName;
  /** What the group is good for, in plain words. */
  text?: string;
  /** Most sellers never need it, so it is folded. */
  isAdvanced?: true;
}

const GROUPS: Readonly<Partial<Record<SettingSection, readonly Group[]>>> = {
  shop: [
    { names: [], part: 'pause' },
    { names: ['SHOP_NAME', 'SHOP_ACCENT', 'SHOP_LICENSE'], part: 'logo' },
    { title: 'Notices', names: [], part: 'notices' },
  ],
  payment: [
    { title: 'Wallets', part: 'wallets', names: ['BTC_ADDRESS', 'LTC_ADDRESS'] },
    { title: 'Exchange rates', names: [], part: 'rates' },
    {
      title: 'Unpaid orders',
      names: ['RESERVATION_HOURS', 'PAYMENT_CHECK_HOURS', 'OPEN_ORDERS', 'FIRST_ORDER_MAX'],
    },
    {
      title: 'An address for each order',
      text: 'So that you can tell payments apart. An account key comes from your wallet: with it the shop can make new addresses to be paid at, and it can never spend.',
      names: ['BTC_XPUB', 'LTC_XPUB'],
      isAdvanced: true,
    },
    {
      title: 'Seeing payments arrive',
      text: 'The shop can look by itself whether a payment has come. It needs an account key, and a server that knows the coin.',
      part: 'watching',
      names: ['BTC_WATCH_URL', 'LTC_WATCH_URL', 'PAYMENT_CONFIRMATIONS', 'WATCH_SECONDS', 'PAYMENT_AUTO'],
      isAdvanced: true,
    },
    {
      title: 'Rates from a website',
      text: 'Then nobody has to type them.',
      names: ['RATE_URL', 'RATE_JUMP'],
      isAdvanced: true,
    },
  ],
  chat: [
    { title: 'Telegram', names: ['TELEGRAM_SELLER', 'TELEGRAM_GROUP_URL'] },
    { title: 'Your bot', names: ['ORDER_WEBHOOK_URL', 'ORDER_WEBHOOK_SECRET'] },
    { title: 'Webhook notices', names: [], part: 'webhook' },
  ],
  backups: [{ title: 'Backups on the server', names: [], part: 'backups' }],
  limits: [{ names: ['PURCHASE_LIMITS'], part: 'limits' }],
  operator: [
    { title: 'Where the shop is reached', names: [], readOnly: ['PUBLIC_URL', 'HOST', 'PORT', 'TRUST_PROXY'] },
    {
      title: 'Safety',
      names: [],
      readOnly: ['WALLET_DELAY_HOURS', 'REAUTHENTICATION_MINUTES', 'RATE_LIMITS', 'PRIVATE_URLS'],
    },
    { title: 'Watching the shop', names: [], readOnly: ['ALARM_WEBHOOK_URL', 'METRICS_TOKEN', 'LOG_LEVEL'] },
    {
      title: 'Storage and speed',
      names: [],
      readOnly: ['DATABASE_URL', 'DATA_DIR', 'IMAGE_CACHE_MB', 'WEB_CONCURRENCY'],
    },
    {
      title: 'First start and demo',
      names: [],
      readOnly: ['SHOP_ADMIN_USERNAME', 'SHOP_ADMIN_PASSWORD', 'DEMO', 'TEST_POINTS'],
    },
  ],
};

export interface ShownGroup extends Group {
  /** Listed without a control. */
  readOnly: readonly string[];
}

/** The groups of a section with all of its settings. Those that only the operator sets come last. */
export const groupsOf = (section: SettingSection): ShownGroup[] => {
  const all = SETTING_NAMES.filter((name) => {
    const about = aboutSetting(name);
    return about.section === section && !about.unlisted;
  }) as string[];
  const managed = all.filter((name) => aboutSetting(name as never).managed);
  const readOnly = all.filter((name) => !managed.includes(name));
  const groups = GROUPS[section] ?? [{ names: [] }];
  const placed = groups.flatMap(({ names, readOnly: listed = [] }) => [...names, ...listed]);
  const others = managed.filter((name) => !placed.includes(name));
  const main = Math.max(
    0,
    groups.findIndex(({ names }) => names.length > 0),
  );
  const shown = groups.map(
    (group, index): ShownGroup => ({
      ...group,
      names: [...group.names.filter((name) => all.includes(name)), ...(index === main ? others : [])],
      readOnly: group.readOnly ?? [],
    }),
  );
  const ofOperator: ShownGroup = {
    names: [],
    readOnly: readOnly.filter((name) => !placed.includes(name)),
    ...(GROUPS[section] && { title: 'Belongs to the operator' }),
    ...(groups.some(({ isAdvanced }) => isAdvanced) && { isAdvanced: true }),
  };
  return [...shown, ofOperator].filter(
    ({ names, readOnly: listed, part }) => names.length > 0 || listed.length > 0 || part !== undefined,
  );
};
