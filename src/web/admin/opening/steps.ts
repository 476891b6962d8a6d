import type { Opening, OpeningStep } from '#contract/opening.ts';
import type { Setting } from '#contract/settings.admin.ts';
import { formatPrice } from '#domain/money.ts';
import { parseLimits } from '#domain/purchase-limits-parser.ts';
import { counted } from '#domain/text.ts';
import { telegramName } from '#domain/typed-text.ts';

interface Step {
  title: string;
  /** Its purpose, while it is open. */
  text: string;
  /** The settings that it asks for, in this order. */
  names: readonly string[];
  /** The feature that members lack until it is done. */
  missing?: string;
  /** The button that leads back to it from the end. */
  next?: string;
}

/** The steps of "Open your shop" (behavior 10.24). */
export const STEPS: Readonly<Record<OpeningStep, Step>> = {
  name: {
    title: 'Name and logo',
    text: 'What hangs above your door. Members see it at the gate and on every page.',
    names: ['SHOP_NAME', 'SHOP_ACCENT'],
  },
  chat: {
    title: 'Chat',
    text: 'Your Telegram. Members confirm their orders there, and ask you things.',
    names: ['TELEGRAM_SELLER', 'TELEGRAM_GROUP_URL'],
    missing: "Members can't send you their orders yet.",
    next: 'Add your Telegram',
  },
  payment: {
    title: 'Payment',
    text: 'Members pay straight to your own wallets. The shop never holds your money.',
    names: ['BTC_ADDRESS', 'LTC_ADDRESS', 'BTC_XPUB', 'LTC_XPUB'],
    missing: 'Members see no address to pay to yet.',
    next: 'Add an address',
  },
  shipping: {
    title: 'Shipping',
    text: 'What members pay for a parcel, and where it goes.',
    names: ['SHIPPING_STANDARD', 'SHIPPING_EXPRESS', 'DELIVERY_ADDRESSES'],
  },
  products: {
    title: 'Products',
    text: 'Put something on the shelves. You can mix these ways later.',
    names: ['INVENTORY_FEED_URL', 'INVENTORY_FEED_TOKEN'],
    missing: 'There is nothing to order yet.',
    next: 'Add products',
  },
  rules: {
    title: 'Rules',
    text: 'Who may order, and how much.',
    names: ['MINIMUM_AGE', 'MEMBERS_NEED_APPROVAL', 'PURCHASE_LIMITS'],
  },
  door: {
    title: 'The door',
    text: 'Whoever wants in enters a code first. Choose one, and send it to the people you want to see here.',
    names: ['SHOP_ACCESS_CODE'],
  },
  look: {
    title: 'A look',
    text: 'Walk through your shop once, before your members come.',
    names: [],
  },
};

/** Explanations of fields for an owner without any experience. The others have the sentence of the settings. */
export const FIELD_HINTS: Readonly<Record<string, string>> = {
  SHOP_NAME: 'What your members call it.',
  SHOP_ACCENT: 'The color of buttons and links. Choose one, or leave it.',
  TELEGRAM_SELLER: 'Your user name on Telegram, which members write to.',
  TELEGRAM_GROUP_URL:
    'The link to your group, such as t.me/your_group, if you have one. Who has no code yet can ask for it there.',
  BTC_ADDRESS: 'Where members send Bitcoin. Your wallet shows it under Receive.',
  LTC_ADDRESS: 'Where members send Litecoin. One of the two is enough.',
  SHIPPING_STANDARD: 'In dollars. A parcel takes 4-6 business days.',
  SHIPPING_EXPRESS: 'In dollars. A parcel takes 2-3 business days.',
  DELIVERY_ADDRESSES: 'Members say with their order where it goes. Off means that you ask each of them in the chat.',
  INVENTORY_FEED_URL: 'Your supplier gives it to you. It begins with https://',
  INVENTORY_FEED_TOKEN: 'The password of the feed, if your supplier gave you one.',
  MEMBERS_NEED_APPROVAL:
    'New members can look around. They can order once you have approved them, under Users. Members from before count as approved.',
  SHOP_ACCESS_CODE:
    'At least 8 characters. Two or three words are easy to type. Leave it empty to keep the code that you came in with.',
};

/** All settings that the steps ask for. */
export const OPENING_SETTINGS: readonly string[] = Object.values(STEPS).flatMap(({ names }) => names);

type Steps = Opening['steps'];

/** The step that comes after one: the next open one, or else the first that was left. Null if none is. */
export const nextStep = (steps: Steps, after: OpeningStep): OpeningStep | null => {
  const at = steps.findIndex(({ step }) => step === after);
  const open = steps.filter(({ state }) => state === 'open');
  return (open.find(({ step }) => steps.findIndex((each) => each.step === step) > at) ?? open[0])?.step ?? null;
};

/** How many steps are done or skipped. */
export const settledCount = (steps: Steps): number => steps.filter(({ state }) => state !== 'open').length;

/** "2 of 8 steps done, 1 skipped". */
export const progressText = (steps: Steps): string => {
  const count = (wanted: string) => steps.filter(({ state }) => state === wanted).length;
  const skipped = count('skipped');
  return `${count('done')} of ${steps.length} steps done${skipped > 0 ? `, ${skipped} skipped` : ''}`;
};

const list = new Intl.ListFormat('en-US');

/** The value of a setting by its name: the one in force, or else the one that waits. */
type ValueOf = (name: string) => string | null;
/** The shop's own facts besides its settings. */
type Facts = Pick<Opening, 'products' | 'door'>;

const coinsOf = (value: ValueOf): string[] => [
  ...(value('BTC_ADDRESS') || value('BTC_XPUB') ? ['Bitcoin'] : []),
  ...(value('LTC_ADDRESS') || value('LTC_XPUB') ? ['Litecoin'] : []),
];

const DOOR_SUMMARIES: Readonly<Record<NonNullable<Opening['door']>, string>> = {
  code: 'Access code set',
  invite: 'First invite made',
  account: 'You have members',
};

const SUMMARIES: Readonly<Record<OpeningStep, (value: ValueOf, facts: Facts) => string>> = {
  name: (value) => value('SHOP_NAME') ?? '',
  chat: (value) => {
    const seller = value('TELEGRAM_SELLER');
    if (seller) return `@${telegramName(seller)}`;
    return value('TELEGRAM_GROUP_URL') ? 'Your group, no seller yet' : 'No seller yet';
  },
  payment: (value) => list.format(coinsOf(value)) || 'No address yet',
  shipping: (value) =>
    `${formatPrice(value('SHIPPING_STANDARD') ?? '')} or ${formatPrice(value('SHIPPING_EXPRESS') ?? '')}`,
  products: (value, { products }) => {
    if (products > 0) return counted(products, 'product');
    return value('INVENTORY_FEED_URL') ? 'Feed connected' : 'No products yet';
  },
  rules: (value) => {
    const limits = parseLimits(value('PURCHASE_LIMITS') ?? '').rules?.length ?? 0;
    const rules = [
      `${value('MINIMUM_AGE')} and older`,
      value('MEMBERS_NEED_APPROVAL') === 'on' && 'approved by you',
      limits > 0 && counted(limits, 'limit'),
    ];
    return rules.filter(Boolean).join(', ');
  },
  door: (_, { door }) => (door ? DOOR_SUMMARIES[door] : 'The first code stays'),
  look: () => 'You walked in',
};

const valuesIn =
  (settings: readonly Setting[]): ValueOf =>
  (name) => {
    const setting = settings.find((each) => each.name === name);
    return setting?.value ?? setting?.pending?.value ?? null;
  };

/** The values that a finished step has set, in a few words. */
export const summaryOf = (step: OpeningStep, settings: readonly Setting[], facts: Facts): string =>
  SUMMARIES[step](valuesIn(settings), facts);

/** Returns whether a step was saved without anything that members need of it. That leaves it for later. */
export const isLeftEmpty = (step: OpeningStep, settings: readonly Setting[]): boolean =>
  STEPS[step].missing !== undefined && !STEPS[step].names.some(valuesIn(settings));

/** The events from the message to the first order, in one sentence each. */
export const whatFollows = (settings: readonly Setting[], { products }: Pick<Facts, 'products'>): string[] => {
  const value = valuesIn(settings);
  const seller = value('TELEGRAM_SELLER');
  const coins = list.format(coinsOf(value));
  return [
    ...(products === 0 ? ['You put products on the shelves. There is nothing to order yet.'] : []),
    'Your members open the address, enter the code and register.',
    ...(value('MEMBERS_NEED_APPROVAL') === 'on'
      ? ['You approve each of them, under Users. Until then they can look around.']
      : []),
    ...(products > 0 ? [`They choose from ${counted(products, 'product')} and confirm their order.`] : []),
    ...(coins && seller ? [`They pay in ${coins} and write to you, @${telegramName(seller)}.`] : []),
    'You find the order in Overview, and ship it.',
  ];
};

/** The steps that were left, and without which members cannot do something. */
export const lackingSteps = (steps: Steps): OpeningStep[] =>
  steps.flatMap(({ step, state }) => (state === 'skipped' && STEPS[step].next ? [step] : []));

const ALMOST = 'Almost open';

/** The headline of the end, and whether members can order and pay. */
export const endText = (
  { steps, products }: Pick<Opening, 'steps' | 'products'>,
  isPaused: boolean,
): { title: string; text: string } => {
  if (products === 0) {
    return { title: ALMOST, text: 'The shelves are empty: members can come in, but there is nothing to order yet.' };
  }
  if (isPaused) {
    return {
      title: ALMOST,
      text: 'Orders are paused: members can come in and look around, but nobody can order yet.',
    };
  }
  const [lacking] = lackingSteps(steps);
  if (lacking) return { title: ALMOST, text: `The door is open. ${STEPS[lacking].missing}` };
  return {
    title: 'Your shop is open',
    text: 'The door is open and the light is on. The first order appears in Overview the moment it is placed.',
  };
};

/** Returns who can open the address of the shop, if it is not everybody. */
export const reachOf = (hostname: string): 'computer' | 'network' | null => {
  if (/^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return 'computer';
  return /^(10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|.+\.(local|lan|internal))$/.test(hostname)
    ? 'network'
    : null;
};

/** Why nobody can follow the address, if the shop is open at one of its own machine or network. */
export const REACHES = {
  computer: 'This address opens on this computer only.',
  network: 'This address opens in your own network only.',
};

/**
 * The text to send to the people who may come in. The code is there only if it was just made: the shop never shows one
 * again.
 */
export const invitationText = ({
  name,
  address,
  code,
}: {
  name: string;
  address: string;
  code: string | null;
}): string =>
  [
    `You are invited to ${name}.`,
    '',
    `1. Open ${address}`,
    code === null ? '2. Enter the access code that I send you separately' : `2. Enter this access code: ${code}`,
    '3. Press Register, and enter a name, an e-mail address and a password',
    '',
    'Please keep this to yourself.',
  ].join('\n');
