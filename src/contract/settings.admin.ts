import * as z from 'zod/mini';
import { COINS } from '#domain/quotes.ts';
import { SETTING_SECTIONS } from './about-setting.ts';
import { endpoint } from './endpoint.ts';

/** Values are texts, as in the environment. */
const value = z.nullable(z.string());

/** A setting, with where its value comes from (behavior 12.1). */
export const setting = z.object({
  name: z.string(),
  section: z.enum(SETTING_SECTIONS),
  /** The value in force; null without one, and for a secret. Of an address that the shop calls, scheme and host. */
  value,
  /** The environment or the panel has a value. With the source `default`, that of the panel is not in force. */
  isSet: z.boolean(),
  source: z.enum(['environment', 'panel', 'default']),
  secret: z.boolean(),
  default: value,
  /** A change that waits until the time `from`, and the name of the user who made it. */
  pending: z.nullable(z.object({ value, from: z.string(), by: z.string() })),
  updatedAt: z.nullable(z.string()),
  updatedBy: z.nullable(z.string()),
});
export type Setting = z.infer<typeof setting>;

const settings = z.array(setting);

const unusedAddresses = z.array(z.object({ coin: z.enum(COINS), run: z.number() }));
/** The index of the next order with the key of each coin, the one that waits before the one in force. */
const nextIndexes = z.array(z.object({ coin: z.enum(COINS), index: z.number() }));

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'settings.write',
  summary: 'All settings, and who has set each',
  output: z.object({
    settings,
    /** The access code is `off`: people come in with the code of an invite. */
    invitesOnly: z.boolean(),
    /** The longest run of unused addresses of each account key in force (behavior 7.27). */
    unusedAddresses,
    nextIndexes,
    /** An order was placed here, so another wallet waits (behavior 12.5). */
    hadOrders: z.boolean(),
    /** Of the software, such as "1.0.0". */
    version: z.string(),
  }),
  errors: [],
});

const texts = (message: string) => z.record(z.string(), z.nullable(z.string(message)), message);

/** Changes all settings that it names, or none. */
export const changeSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'settings.write',
  reauthentication: 'recent',
  summary: 'Change settings; null returns to the default',
  input: z.object({
    changes: texts('changes must be texts by the names of settings'),
    /** The values that the caller saw. Another one is refused. */
    expected: z.optional(texts('expected must be texts by the names of settings')),
    /** The first address of each account key that is set, as the wallet shows it. */
    confirm: z.optional(texts('confirm must be texts by the names of settings')),
  }),
  output: z.object({ settings }),
  errors: ['invalid_setting', 'set_by_environment', 'value_moved', 'no_invite'],
});

/** The response has status and time, never the body. */
export const testSetting = endpoint({
  method: 'POST',
  path: '/api/admin/settings/test',
  access: 'settings.write',
  summary: 'Try a webhook, the feed or the rates',
  input: z.object({ name: z.string('name must be a text') }),
  output: z.object({ ok: z.boolean(), message: z.string() }),
  errors: ['invalid_setting'],
});

/** The first addresses of an account key, to compare with a wallet before it is set. Nothing is stored. */
export const checkKey = endpoint({
  method: 'POST',
  path: '/api/admin/settings/check-key',
  access: 'settings.write',
  summary: 'The first addresses of an account key',
  input: z.object({ name: z.string('name must be a text'), value: z.string('value must be a text') }),
  output: z.object({ addresses: z.array(z.string()) }),
  errors: ['invalid_setting'],
});

/** Leaves out the addresses of an account key below an index, because they were given out elsewhere. There is no way back. */
export const setNextIndex = endpoint({
  method: 'POST',
  path: '/api/admin/settings/next-index',
  access: 'settings.write',
  reauthentication: 'recent',
  summary: 'Let an account key go on at a higher index',
  input: z.object({
    coin: z.enum(COINS, 'coin must be BTC or LTC'),
    index: z.int('index must be a whole number').check(z.minimum(0, 'index must be 0 or more')),
  }),
  output: z.object({ unusedAddresses, nextIndexes }),
  errors: ['invalid_setting'],
});

export const takeBackSetting = endpoint({
  method: 'DELETE',
  path: '/api/admin/settings/:name/pending',
  access: 'settings.write',
  summary: 'Take back a change that waits',
  params: z.object({ name: z.string() }),
  output: z.object({ settings }),
  errors: [],
});
