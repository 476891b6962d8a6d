import { isDeepStrictEqual } from 'node:util';
import { aboutSetting, type SettingName } from '#contract/setting-list.ts';
import { NO_LIMITS } from '#domain/purchase-limits-parser.ts';
import { deleteState, setState } from '../../db/shop-state.ts';
import type { Touch, Tx } from '../../db/types.ts';
import { combine, hostOf, type PanelValues, readPanelValue } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, recordAudit } from '../audit/audit.queries.ts';
import type { CurrentSettings } from './current-settings.ts';
import type { StoredSettings } from './list-settings.ts';
import { storeSetting } from './settings.queries.ts';
import { type Difference, evidentValue, recordDifference } from './settings-record.ts';

/** A change of the panel. Null returns to the default. */
export interface SettingChange {
  name: SettingName;
  text: string | null;
}

/** The values of the panel with these changes. */
export const panelAfter = (
  { given }: Pick<CurrentSettings, 'given'>,
  { tokenHost, ...panel }: PanelValues,
  changes: readonly SettingChange[],
): PanelValues => {
  const after: Record<string, string> = { ...panel };
  for (const { name, text } of changes) {
    if (text === null) delete after[name];
    else after[name] = text;
  }
  const setsToken = changes.some(({ name }) => name === 'INVENTORY_FEED_TOKEN');
  const address = given.values.INVENTORY_FEED_URL ?? after.INVENTORY_FEED_URL;
  return { ...after, tokenHost: setsToken ? hostOf(address) : tokenHost };
};

/** A change that is due, with what it was planned with. */
export interface DueChange {
  stored: StoredSettings;
  direct: readonly SettingChange[];
  difference: Difference;
  user: { userId: string } | null;
  actor: AuditActor;
  now: number;
}

/**
 * Stores values of the panel, with an entry for each that differs. Returns false if other settings were recorded since
 * the difference was found; then nothing may be stored.
 */
export const putInForce = async (tx: Tx, touch: Touch, shop: Shop, due: DueChange): Promise<boolean> => {
  const { stored, direct, difference, user, actor, now } = due;
  const { given } = shop.currentSettings;
  const limitsText = (text: string | null) => text || given.values.PURCHASE_LIMITS || NO_LIMITS;
  const before = combine(given, stored.panel).settings;
  const panel = panelAfter(shop.currentSettings, stored.panel, direct);
  const after = combine(given, panel).settings;
  if (!(await recordDifference(tx, touch, { ...difference, settings: after, now }))) return false;
  for (const { name, text } of direct) {
    const value = name === 'SHOP_ACCESS_CODE' ? null : text;
    const host = name === 'INVENTORY_FEED_TOKEN' && value !== null ? panel.tokenHost! : null;
    await storeSetting(tx, { name, value, host, userId: user?.userId ?? null, now });
    if (name === 'PURCHASE_LIMITS') await storeLimits(tx, text);
    const entry =
      name === 'PURCHASE_LIMITS'
        ? { before: limitsText(stored.limits), after: limitsText(text) }
        : { before: evidentValue(name, before), after: evidentValue(name, after) };
    const isSecret = aboutSetting(name).secret === true;
    if (isSecret || !isDeepStrictEqual(entry.before, entry.after)) {
      await recordAudit(tx, { actor, kind: 'settings', subject: name, ...(isSecret ? {} : entry), now });
    }
  }
  touch('settings', []);
  return true;
};

/** Returns whether a text means what is in force already. */
export const meansTheSame = (name: SettingName, one: string | null, other: string | null): boolean => {
  if (one === null || other === null) return one === other;
  const meaning = (text: string) => readPanelValue(name, text, { isPrivateAllowed: true }).value;
  return isDeepStrictEqual(meaning(one), meaning(other));
};

/** The limits are stored apart, because the statements of carts and orders read them. */
const storeLimits = (tx: Tx, text: string | null): Promise<void> =>
  text === null ? deleteState(tx, 'purchase_limits') : setState(tx, 'purchase_limits', text);
