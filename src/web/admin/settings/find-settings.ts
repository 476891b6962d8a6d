import { SETTING_SECTIONS, type SettingSection } from '#contract/about-setting.ts';
import { aboutSetting, SETTING_NAMES } from '#contract/setting-list.ts';
import { foldText } from '#domain/fold-text.ts';
import { paths } from '../../browser/paths.ts';
import { invitesAddress, sectionAddress, tabAddress } from '../panel-links.ts';
import { SECTIONS } from './sections.ts';
import { lookOf } from './setting-fields.ts';

/** Something that a search finds: a setting, or a part of a section. */
export interface Finding {
  /** The setting, the part, or what is set on another page. */
  key: string;
  label: string;
  /** Its place, in a word. */
  place: string;
  address: string;
  /** The section, unless it is on another page. */
  section: SettingSection | null;
}

const PARTS: readonly { section: SettingSection; key: string; label: string; words: string }[] = [
  { section: 'shop', key: 'logo', label: 'Logo', words: 'picture image icon brand favicon' },
  {
    section: 'shop',
    key: 'notices.closed',
    label: 'Notice while closed',
    words: 'shop notices holiday vacation opening hours banner',
  },
  {
    section: 'shop',
    key: 'notices.closedOrders',
    label: 'Pause orders',
    words: 'closed take no orders vacation holiday opening hours',
  },
  { section: 'shop', key: 'notices.pricing', label: 'Bulk pricing', words: 'shop notices' },
  {
    section: 'shop',
    key: 'notices.weightsShown',
    label: 'Show the notice on weights',
    words: 'shop notices labels gate hide',
  },
  { section: 'shop', key: 'notices.weights', label: 'Weights', words: 'shop notices labels gate' },
  {
    section: 'payment',
    key: 'rates',
    label: 'Exchange rates',
    words: 'coins btc ltc bitcoin litecoin dollars price currency usd',
  },
  {
    section: 'payment',
    key: 'watching',
    label: 'Seeing payments arrive',
    words: 'watch servers coins see automatic',
  },
  {
    section: 'backups',
    key: 'backups',
    label: 'Backups on the server',
    words: 'back up now restore copy verified encrypted',
  },
  { section: 'chat', key: 'webhook', label: 'Webhook notices', words: 'notifications telegram bot delivered failed' },
];

/** Things that people look for here, and that another page sets. */
const ELSEWHERE: readonly (Finding & { words: string })[] = [
  {
    key: 'own-password',
    label: 'Your password',
    place: 'My account',
    address: paths.account,
    section: null,
    words: 'own change login sign in e-mail email',
  },
  {
    key: 'own-passkeys',
    label: 'Your passkeys',
    place: 'My account',
    address: paths.account,
    section: null,
    words: 'own password login sign in 2fa mfa two factor second factor authenticator fingerprint security key',
  },
  {
    key: 'member-password',
    label: "A member's password",
    place: 'Users',
    address: tabAddress('users'),
    section: null,
    words: 'reset link forgot forgotten login user',
  },
  {
    key: 'prices',
    label: 'Prices of products',
    place: 'Inventory',
    address: tabAddress('inventory'),
    section: null,
    words: 'price markup cost items tax taxes vat',
  },
  {
    key: 'staff',
    label: 'Roles of people in the panel',
    place: 'Users',
    address: tabAddress('users'),
    section: null,
    words: 'staff team employee owner admin permission rights access clerk desk',
  },
  {
    key: 'export-orders',
    label: 'Export orders as CSV',
    place: 'Receipts',
    address: tabAddress('receipts'),
    section: null,
    words: 'download spreadsheet excel file accounting bookkeeping sales report',
  },
  {
    key: 'export-members',
    label: 'Export members as CSV',
    place: 'Users',
    address: tabAddress('users'),
    section: null,
    words: 'download spreadsheet excel file users list',
  },
  {
    key: 'tiers',
    label: 'Discount for more pieces',
    place: 'Inventory',
    address: tabAddress('inventory'),
    section: null,
    words: 'tiers bulk coupon quantity sale promotion',
  },
  {
    key: 'invites',
    label: 'Invites',
    place: 'Users',
    address: invitesAddress,
    section: null,
    words: 'invite code gate door access register',
  },
];

/**
 * Things that people look for, and that nobody sets. `also` are words that only come with the others. Each gets a
 * sentence.
 */
const ANSWERS: readonly { words: string; also?: string; text: string }[] = [
  {
    words: 'language languages translate translation locale spanish french german',
    text: 'The shop is in English only.',
  },
  {
    words: 'dark light theme night appearance',
    also: 'mode look',
    text: 'Everybody chooses dark or light alone: with the moon at the top, on a phone in the menu. The color of buttons is Accent, under Shop.',
  },
  {
    words: 'coupons discounts promotions vouchers gift',
    also: 'code codes card cards',
    text: 'There are no coupons. Members save by points (section Points), and by lower prices for more pieces of an item (in the inventory).',
  },
  {
    words: 'email mail smtp newsletter sms',
    also: 'e messages',
    text: 'The shop sends no e-mails and no text messages. Members read their news in the shop, and you write to them in the chat.',
  },
  { words: 'currency currencies euro', text: 'All prices are in US dollars.' },
];
/** Shorter beginnings are those of too many words. */
const SHORTEST_ASKED = 3;

/** The answers to a search. */
export const answersTo = (typed: string): string[] => {
  const words = wordsOf(typed);
  return ANSWERS.filter(
    ({ words: main, also = '' }) =>
      words.some((word) => word.length >= SHORTEST_ASKED && hasWords(main, [word])) &&
      hasWords(`${main} ${also}`, words),
  ).map(({ text }) => text);
};

interface Searched extends Finding {
  /** The name in the environment, for those who know it. */
  variable: string;
  /** Other words for it. */
  words: string;
  /** What it does. */
  says: string;
  /** Only the operator sets it, so it comes last. */
  isReadOnly: boolean;
}

let searched: Searched[] | undefined;

const inSection = (section: SettingSection, key: string) => ({
  section,
  key,
  place: SECTIONS[section].label,
  address: sectionAddress(section, key),
});

const placeOf = ({ section }: Finding): number => (section === null ? -1 : SETTING_SECTIONS.indexOf(section));

const findable = (): Searched[] => {
  searched ??= [
    ...SETTING_NAMES.flatMap((name): Searched[] => {
      const { section, says, help = '', unlisted, managed } = aboutSetting(name);
      if (unlisted) return [];
      const { label, words = '' } = lookOf(name);
      // What the seller reads: the sentence for the operator only where there is no other.
      const sentences = `${help || says} ${name.replaceAll('_', ' ')}`;
      return [{ ...inSection(section, name), label, variable: name, words, says: sentences, isReadOnly: !managed }];
    }),
    ...PARTS.map(({ section, key, ...part }) => ({ ...inSection(section, key), ...part })).map(unset),
    ...ELSEWHERE.map(unset),
  ].sort((a, b) => placeOf(a) - placeOf(b));
  return searched;
};

/** A finding that is no setting has no variable, and no sentence besides its words. */
const unset = (found: Finding & { words: string }): Searched => ({
  ...found,
  variable: '',
  says: '',
  isReadOnly: false,
});

/** True if each word begins a word of a text: "age" is in "Minimum age", and not in "Backup storage" or "Page". */
const hasWords = (text: string, words: readonly string[]): boolean => {
  const spaced = ` ${wordsOf(text).join(' ')}`;
  return words.every((word) => spaced.includes(` ${word}`));
};

const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean);

/**
 * Finds settings with every typed word in the name, other words, the sentence, the section or the variable. Names come
 * before other words, these before sentences, and settings of the operator come last.
 */
export const findSettings = (typed: string): Finding[] => {
  const text = foldText(typed).trim();
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  const scoreOf = ({ label, variable, place, words: others, says, isReadOnly }: Searched): number => {
    const named = `${label} ${variable}`;
    if (!hasWords(`${named} ${place} ${others} ${says}`, words)) return 0;
    const ofOperator = isReadOnly ? 0 : 5;
    if (foldText(label).startsWith(text)) return 5 + ofOperator;
    if (hasWords(named, words)) return 4 + ofOperator;
    if (hasWords(`${named} ${others}`, words)) return 3 + ofOperator;
    return 1 + ofOperator;
  };
  return findable()
    .map((each) => ({ each, score: scoreOf(each) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ each }) => each);
};
