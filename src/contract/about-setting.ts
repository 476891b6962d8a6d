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

/** The facts about a setting before it has a value. The checks of values are in server/settings.ts. */
export interface AboutSetting {
  section: SettingSection;
  /** Its effect in one sentence, for the README and the panel. No name of another setting: sellers know none. */
  says: string;
  /** The same for sellers, if they need other words: the panel shows the unit and the default in the field. */
  help?: string;
  /** Owners can change it in the panel. All others belong to the operator. */
  managed?: true;
  /** Nobody reads its value back. */
  secret?: true;
  /** The shop calls this address, so people see only its scheme and host. */
  called?: true;
  /**
   * A change in the panel waits, because it says where money and orders go (behavior 12.5): each one, one to a lower number,
   * or one that turns it on.
   */
  waits?: true | 'less' | 'on';
  /** Only the README lists it. */
  unlisted?: true;
  /** The default, if it depends on other settings or on the machine. */
  otherwise?: string;
}
