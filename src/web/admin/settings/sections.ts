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
import { aboutSetting, SETTING_NAMES, SETTING_SECTIONS, type SettingSection } from '#contract/setting-list.ts';
import { lookOf } from './setting-fields.ts';

interface Section {
  label: string;
  Icon: LucideIcon;
  /** What it is for, below its heading and in the list on a phone. */
  text: string;
}

export const SECTIONS: Readonly<Record<SettingSection, Section>> = {
  shop: { label: 'Shop', Icon: Store, text: 'What members see of your shop: its name, color, logo and notices.' },
  shipping: { label: 'Shipping', Icon: Truck, text: 'What members pay for a parcel. They choose one of the two.' },
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
  operator: { label: 'Operator', Icon: Server, text: 'What only the person who runs the server can change.' },
};

/** A part of a section with a list or form of its own. */
export type PartName = 'logo' | 'notices' | 'rates' | 'webhook' | 'limits' | 'backups';

/** Fields that belong together, under a heading. */
interface Group {
  title?: string;
  /** The settings, in this order. Others of the section follow in its first group. */
  names: readonly string[];
  part?: PartName;
}

const GROUPS: Readonly<Partial<Record<SettingSection, readonly Group[]>>> = {
  shop: [
    { names: ['SHOP_NAME', 'SHOP_ACCENT', 'SHOP_LICENSE'], part: 'logo' },
    { title: 'Notices', names: [], part: 'notices' },
  ],
  payment: [
    { title: 'Wallets', names: ['BTC_ADDRESS', 'LTC_ADDRESS', 'BTC_XPUB', 'LTC_XPUB'] },
    { title: 'Exchange rates', names: ['RATE_URL', 'RATE_JUMP'], part: 'rates' },
    {
      title: 'Unpaid orders',
      names: ['RESERVATION_HOURS', 'PAYMENT_CHECK_HOURS', 'OPEN_ORDERS', 'FIRST_ORDER_MAX'],
    },
  ],
  chat: [
    { title: 'Telegram', names: ['TELEGRAM_SELLER', 'TELEGRAM_GROUP_URL'] },
    { title: 'Your bot', names: ['ORDER_WEBHOOK_URL', 'ORDER_WEBHOOK_SECRET'] },
    { title: 'Webhook notices', names: [], part: 'webhook' },
  ],
  backups: [{ title: 'Backups on the server', names: [], part: 'backups' }],
  limits: [{ names: ['PURCHASE_LIMITS'], part: 'limits' }],
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
  const placed = groups.flatMap(({ names }) => names);
  const others = managed.filter((name) => !placed.includes(name));
  const shown = groups.map(
    (group, index): ShownGroup => ({
      ...group,
      names: [...group.names.filter((name) => all.includes(name)), ...(index === 0 ? others : [])],
      readOnly: [],
    }),
  );
  const ofOperator: ShownGroup = {
    names: [],
    readOnly,
    ...(GROUPS[section] && { title: 'Belongs to the operator' }),
  };
  return [...shown, ...(readOnly.length > 0 ? [ofOperator] : [])].filter(
    ({ names, readOnly: listed, part }) => names.length > 0 || listed.length > 0 || part !== undefined,
  );
};

/** Something that a search finds: a setting, or a part of a section. */
export interface Finding {
  section: SettingSection;
  /** The setting, or the part. */
  key: string;
  label: string;
}

const PARTS: readonly (Finding & { words: string })[] = [
  { section: 'shop', key: 'logo', label: 'Logo', words: 'picture image icon' },
  { section: 'shop', key: 'notices.closed', label: 'Notice while closed', words: 'shop notices holiday banner' },
  { section: 'shop', key: 'notices.closedOrders', label: 'Pause orders', words: 'closed take no orders' },
  { section: 'shop', key: 'notices.pricing', label: 'Bulk pricing', words: 'shop notices' },
  {
    section: 'shop',
    key: 'notices.weightsShown',
    label: 'Show the notice on weights',
    words: 'shop notices labels gate hide',
  },
  { section: 'shop', key: 'notices.weights', label: 'Weights', words: 'shop notices labels gate' },
  { section: 'payment', key: 'rates', label: 'Exchange rates', words: 'coins btc ltc bitcoin litecoin dollars price' },
  {
    section: 'backups',
    key: 'backups',
    label: 'Backups on the server',
    words: 'back up now restore copy verified encrypted',
  },
  { section: 'chat', key: 'webhook', label: 'Webhook notices', words: 'notifications bot delivered failed' },
];

interface Searched extends Finding {
  /** The name in the environment, for those who know it. */
  variable: string;
  words: string;
  /** Only the operator sets it, so it comes last. */
  isReadOnly: boolean;
}

let searched: Searched[] | undefined;

const findable = (): Searched[] => {
  searched ??= [
    ...SETTING_NAMES.flatMap((name): Searched[] => {
      const { section, says, help = '', unlisted, managed } = aboutSetting(name);
      if (unlisted) return [];
      const { label, words = '' } = lookOf(name);
      const all = `${says} ${help} ${words} ${name.replaceAll('_', ' ')}`;
      return [{ section, key: name, label, variable: name, words: all, isReadOnly: !managed }];
    }),
    ...PARTS.map((part) => ({ ...part, variable: '', isReadOnly: false })),
  ].sort((a, b) => SETTING_SECTIONS.indexOf(a.section) - SETTING_SECTIONS.indexOf(b.section));
  return searched;
};

/** Whether each word begins a word of a text: "age" is in "Minimum age", and not in "Backup storage" or "Page". */
const hasWords = (text: string, words: readonly string[]): boolean => {
  const spaced = ` ${wordsOf(text).join(' ')}`;
  return words.every((word) => spaced.includes(` ${word}`));
};

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean);

/**
 * What has every typed word in its name, its sentence, its section or its variable. The best come first, and what only the
 * operator sets comes last.
 */
export const findSettings = (typed: string): Finding[] => {
  const text = typed.trim().toLowerCase();
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  const scored = findable().map((each) => {
    const label = each.label.toLowerCase();
    const named = `${label} ${each.variable}`;
    if (!hasWords(`${named} ${SECTIONS[each.section].label} ${each.words}`, words)) return { each, score: 0 };
    const score = label.startsWith(text) ? 3 : hasWords(named, words) ? 2 : 1;
    return { each, score: each.isReadOnly ? score : score + 3 };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ each: { section, key, label } }) => ({ section, key, label }));
};
