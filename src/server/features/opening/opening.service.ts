import type { InputOf } from '#contract/endpoint.ts';
import {
  type changeOpening as changeOpeningEndpoint,
  OPENING_STEPS,
  type Opening,
  type OpeningState,
  type OpeningStep,
} from '#contract/opening.ts';
import type { SettingName } from '#contract/setting-list.ts';
import { lockState, setState } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';
import { readSettings } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { findOpeningFacts, type OpeningFacts } from './opening.queries.ts';

/** The settings of each step. Saving one of them does the step. */
const SETTINGS_OF: Readonly<Record<OpeningStep, readonly SettingName[]>> = {
  name: ['SHOP_NAME', 'SHOP_ACCENT', 'SHOP_LICENSE'],
  chat: ['TELEGRAM_SELLER', 'TELEGRAM_GROUP_URL'],
  payment: ['BTC_ADDRESS', 'LTC_ADDRESS', 'BTC_XPUB', 'LTC_XPUB'],
  shipping: ['SHIPPING_STANDARD', 'SHIPPING_EXPRESS'],
  products: ['INVENTORY_FEED_URL'],
  rules: ['MINIMUM_AGE', 'MEMBERS_NEED_APPROVAL', 'PURCHASE_LIMITS'],
  door: ['SHOP_ACCESS_CODE'],
  look: [],
};

/** Other facts that complete a step. */
const DONE_BY: Readonly<Partial<Record<OpeningStep, (facts: OpeningFacts) => boolean>>> = {
  name: ({ hasLogo }) => hasLogo,
  products: ({ products }) => products > 0,
  rules: ({ hasLimits }) => hasLimits,
  door: (facts) => doorOf(facts) !== null,
};

const doorOf = ({ accessCodeSource, hasInvites, hasGuests }: OpeningFacts): Opening['door'] => {
  if ((accessCodeSource ?? 'default') !== 'default') return 'code';
  if (hasInvites) return 'invite';
  return hasGuests ? 'account' : null;
};

/** The settings of a shop to which nobody has given a value. */
const DEFAULTS = readSettings({});

/** The owners' marks about the opening, as they are stored. */
type Marks = Partial<Record<OpeningStep, Exclude<OpeningState, 'open'>>> & { dismissed?: boolean };

/** Reads stored marks. Whatever is not one counts as none. */
const readMarks = (stored: string | null): Marks => {
  try {
    const marks: unknown = JSON.parse(stored || '{}');
    return typeof marks === 'object' && marks !== null ? marks : {};
  } catch {
    return {};
  }
};

/** How far the opening of the shop is (behavior 10.24). */
export const findOpening = async (
  { settings }: Pick<Shop, 'settings'>,
  db: Db | Tx,
  { userId }: { userId: string },
): Promise<Opening> => {
  const facts = await findOpeningFacts(db, { userId });
  const marks = readMarks(facts.marks);
  const isDone = (step: OpeningStep): boolean =>
    marks[step] === 'done' ||
    SETTINGS_OF[step].some((name) => facts.saved.has(name) || settings[name] !== DEFAULTS[name]) ||
    (DONE_BY[step]?.(facts) ?? false);
  const stateOf = (step: OpeningStep): OpeningState => {
    if (isDone(step)) return 'done';
    return marks[step] === 'skipped' ? 'skipped' : 'open';
  };
  return {
    isOffered: !facts.hadOrders && !settings.DEMO && marks.dismissed !== true,
    steps: OPENING_STEPS.map((step) => ({ step, state: stateOf(step) })),
    products: facts.products,
    door: doorOf(facts),
  };
};

/**
 * Marks a step, dismisses the opening or offers it again. Of several owners who do so at once, each changes only what
 * they name. A step that is marked as done stays done. The evidence has no entry, because nobody else sees a mark.
 */
export const changeOpening = (
  shop: Shop,
  user: { userId: string },
  { step, state, dismissed }: InputOf<typeof changeOpeningEndpoint>,
): Promise<Opening> =>
  shop.database.write(async (tx, touch) => {
    const marks = readMarks(await lockState(tx, 'opening'));
    const named: Marks = {
      ...(step && state && marks[step] !== 'done' && { [step]: state }),
      ...(dismissed !== undefined && { dismissed }),
    };
    const differs = Object.entries(named).some(([name, mark]) => (marks[name as keyof Marks] ?? false) !== mark);
    if (differs) {
      await setState(tx, 'opening', JSON.stringify({ ...marks, ...named }));
      // The panels of other owners load the steps again.
      touch('settings', []);
    }
    return findOpening(shop, tx, user);
  });
