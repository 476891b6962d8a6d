import type { Opening, OpeningStep } from '#contract/opening.ts';
import type { Setting } from '#contract/settings.admin.ts';
import { formatPrice } from '#domain/money.ts';
import { parseLimits } from '#domain/purchase-limits-parser.ts';
import { counted } from '#domain/text.ts';

interface Step {
  title: string;
  /** What it is for, while it is open. */
  text: string;
  /** The settings that it asks for, in this order. */
  names: readonly string[];
  /** What members miss while it is left. */
  missing?: string;
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
    text: 'Members confirm their orders here, and ask you things.',
    names: ['TELEGRAM_SELLER', 'TELEGRAM_GROUP_URL'],
    missing: "Members can't send you their orders yet.",
  },
  payment: {
    title: 'Payment',
    text: 'Addresses of your own wallets. The shop never holds your money.',
    names: ['BTC_ADDRESS', 'LTC_ADDRESS'],
    missing: 'Members see no address to pay to yet.',
  },
  shipping: {
    title: 'Shipping',
    text: 'What members pay for a parcel.',
    names: ['SHIPPING_STANDARD', 'SHIPPING_EXPRESS'],
  },
  products: {
    title: 'Products',
    text: 'Put something on the shelves. You can mix these three ways later.',
    names: ['INVENTORY_FEED_URL', 'INVENTORY_FEED_TOKEN'],
    missing: 'There is nothing to order yet.',
  },
  rules: {
    title: 'Rules',
    text: 'Who may order, and how much.',
    names: ['MINIMUM_AGE', 'MEMBERS_NEED_APPROVAL', 'PURCHASE_LIMITS'],
  },
  door: {
    title: 'The door',
    text: 'Members enter a code before they come in. Choose one, and send it to the people you want to see here.',
    names: ['SHOP_ACCESS_CODE'],
  },
  look: {
    title: 'A look',
    text: 'Walk in once as your members do, before they come.',
    names: [],
  },
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

const list = new Intl.ListFormat('en-US');

/** What a step that is done has set, in a few words; null if there is nothing to say. */
export const summaryOf = (step: OpeningStep, settings: readonly Setting[]): string | null => {
  const value = (name: string) => settings.find((setting) => setting.name === name)?.value ?? null;
  if (step === 'name') return value('SHOP_NAME');
  if (step === 'chat') {
    const seller = value('TELEGRAM_SELLER');
    return seller ? `@${seller}` : 'No seller yet';
  }
  if (step === 'payment') {
    const coins = [value('BTC_ADDRESS') && 'Bitcoin', value('LTC_ADDRESS') && 'Litecoin'].filter(
      (coin) => coin !== null,
    );
    return coins.length > 0 ? list.format(coins as string[]) : 'No address yet';
  }
  if (step === 'shipping') {
    const [standard, express] = [value('SHIPPING_STANDARD'), value('SHIPPING_EXPRESS')];
    return standard && express ? `${formatPrice(standard)} or ${formatPrice(express)}` : null;
  }
  if (step === 'rules') {
    const limits = parseLimits(value('PURCHASE_LIMITS') ?? '').rules?.length ?? 0;
    const rules = [
      `${value('MINIMUM_AGE')} and older`,
      value('MEMBERS_NEED_APPROVAL') === 'on' && 'approved by you',
      limits > 0 && counted(limits, 'limit'),
    ];
    return rules.filter(Boolean).join(', ');
  }
  return null;
};

/** What to send to the people who may come in. The code is there only if it was just made: the shop never shows one again. */
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
