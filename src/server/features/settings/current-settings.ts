import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type { SettingName } from '#contract/setting-list.ts';
import { Followed } from '../../db/followed.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { GivenSettings } from '../../given-settings.ts';
import {
  type Combined,
  combine,
  type EnvironmentSettings,
  type PanelValues,
  SETTING_NAMES,
  type Settings,
} from '../../settings.ts';
import {
  EXPLAINED_SETTINGS,
  type ExplainedSetting,
  findContradictedSettings,
  type ShownSettings,
} from '../audit/explained.queries.ts';
import { findPanelValues, findWaiting, type WaitingRow } from './settings.queries.ts';

/**
 * The settings in force: those of the environment, and those that owners have set in the panel (behavior 12.1). `live`
 * always has the values of this moment, so nobody keeps one. Another process changes them within a second.
 */
export class CurrentSettings extends Followed {
  /** The values of the environment. They stay the same as long as the process runs. */
  readonly given: GivenSettings;
  readonly live: Settings;
  #panel: PanelValues = {};
  #waiting: readonly WaitingRow[] = [];
  #unexplained: readonly ExplainedSetting[] = [];
  #isCompared = false;
  #combined: Combined;

  constructor({ given, settings }: EnvironmentSettings) {
    super();
    this.given = given;
    this.#combined = { settings, notInForce: new Map() };
    this.live = this.#createLive();
  }

  /** The values of the panel as texts, also those that are not in force. */
  get panel(): PanelValues {
    return this.#panel;
  }

  /** Values of the panel that are not in force, with the sentence that says why. */
  get notInForce(): ReadonlyMap<SettingName, string> {
    return this.#combined.notInForce;
  }

  /** Returns whether an address that the shop calls may only be a public one: owners have set it (behavior 1.24). */
  mustBePublic(name: SettingName): boolean {
    const isGiven = this.given.values[name] !== undefined;
    return !isGiven && !this.live.PRIVATE_URLS && (this.isOfPanel(name) || this.#isWaiting(name));
  }

  #isWaiting(name: SettingName): boolean {
    return this.#waiting.some((row) => row.name === name);
  }

  /** Returns whether owners have set the value in force. */
  isOfPanel(name: SettingName): boolean {
    return this.#panel[name] !== undefined && this.given.values[name] === undefined;
  }

  /** Returns whether the environment or the panel has a value, in force or not. */
  isSet(name: string): boolean {
    const ofPanel: Readonly<Record<string, string | undefined>> = this.#panel;
    return this.given.values[name] !== undefined || ofPanel[name] !== undefined;
  }

  /** The changes that wait. */
  get waiting(): readonly WaitingRow[] {
    return this.#waiting;
  }

  /** The wallets and the seller as the panel has set them, for the check against the evidence (behavior 12.6). */
  get shownWallets(): ShownSettings {
    return this.#shownOf(this.#panel, this.#combined);
  }

  #shownOf(panel: PanelValues, combined: Combined): ShownSettings {
    const { settings } = combined as { settings: Record<string, unknown> };
    // A command may run without the environment of the shop, so it knows only what the panel has.
    const shown = this.walletsNotGiven.filter((name) => (panel as Record<string, unknown>)[name] !== undefined);
    return Object.fromEntries(shown.map((name) => [name, settings[name] ?? null]));
  }

  /** Those of them that the environment does not have. */
  get walletsNotGiven(): readonly ExplainedSetting[] {
    return EXPLAINED_SETTINGS.filter((name) => this.given.values[name] === undefined);
  }

  /** Those of them that no entry of the evidence explains. Members see no such wallet. */
  get unexplained(): readonly ExplainedSetting[] {
    return this.#unexplained;
  }

  /**
   * Compares them with the evidence, now and whenever they are read. A start does this last, because it explains what the
   * environment changes.
   */
  async compareWithEvidence(database: Pick<ShopDatabase, 'read'>): Promise<void> {
    this.#isCompared = true;
    await this.load(database);
  }

  /** Reads the values of the panel once. Nobody sees a wallet before it was compared. */
  async load({ read }: Pick<ShopDatabase, 'read'>): Promise<void> {
    const [panel, waiting] = await Promise.all([findPanelValues(read), findWaiting(read)]);
    const isSame = isDeepStrictEqual(panel, this.#panel);
    const combined = isSame ? this.#combined : combine(this.given, panel);
    const found = this.#isCompared ? await findContradictedSettings(read, this.#shownOf(panel, combined)) : [];
    // The evidence may be newer than the values that were read before it.
    if (found.length > 0 && !isDeepStrictEqual(await findPanelValues(read), panel)) return this.load({ read });
    const unexplained = found.map(({ name }) => name);
    const isSeen = isSame && isDeepStrictEqual(unexplained, this.#unexplained);
    this.#waiting = waiting;
    this.#panel = panel;
    this.#combined = combined;
    this.#unexplained = unexplained;
    if (isSeen) return;
    this.tellListeners();
  }

  /** Reads them, and then after each change. */
  start(database: ShopDatabase, log: FastifyBaseLogger): Promise<void> {
    return this.follow(database, {
      topic: 'settings',
      read: () => this.compareWithEvidence(database),
      log,
      failure: 'the settings of the panel could not be read',
    });
  }

  #createLive(): Settings {
    const live = {};
    for (const name of SETTING_NAMES) {
      // A wrong seller would reach members too, but they cannot lose money there.
      const isWallet = name !== 'TELEGRAM_SELLER';
      const get = () =>
        isWallet && this.#unexplained.some((wallet) => wallet === name) ? undefined : this.#combined.settings[name];
      Object.defineProperty(live, name, { enumerable: true, get });
    }
    return live as Settings;
  }
}
