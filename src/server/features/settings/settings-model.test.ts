import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SettingName } from '#contract/setting-list.ts';
import { changeSettings, getSettings } from '#contract/settings.admin.ts';
import { getShop } from '#contract/settings.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { prepareRestarts } from '../../testing/restarts.ts';
import type { TestShop } from '../../testing/test-shop.ts';

/*
 * An operator starts the shop with any environment, and owners set and unset anything in any order. At every moment the
 * list is true, and the shop does what the list says.
 */

/** Values as texts, the default, and what the shop then has. */
const KNOWN = {
  SHOP_NAME: { usual: 'Greenroom', values: ['Blue Door', 'Corner'], inForce: (text: string) => text },
  SHIPPING_EXPRESS: { usual: '25', values: ['31.50', '0', '12'], inForce: Number },
  MINIMUM_AGE: { usual: '21', values: ['18', '25'], inForce: Number },
  CATALOGUE_NEEDS_GATE: { usual: 'off', values: ['on', 'off'], inForce: (text: string) => text === 'on' },
  POINTS_VALUE: { usual: '0', values: ['5', '2.5'], inForce: Number },
} as const satisfies Partial<Record<SettingName, unknown>>;
type Known = keyof typeof KNOWN;
const NAMES = Object.keys(KNOWN) as Known[];

type Values = Partial<Record<Known, string>>;

const anySetting = fc
  .constantFrom(...NAMES)
  .chain((name) => fc.constantFrom(...KNOWN[name].values).map((value) => [name, value as string] as const));
const anyValues = fc.array(anySetting, { maxLength: 4 }).map((pairs): Values => Object.fromEntries(pairs));
const anyStep = fc.oneof(
  { weight: 2, arbitrary: anyValues.map((environment) => ({ environment })) },
  { weight: 4, arbitrary: anySetting.map(([name, value]) => ({ name, value: value as string | null })) },
  { weight: 2, arbitrary: fc.constantFrom(...NAMES).map((name) => ({ name, value: null })) },
);

const expectTruth = async (shop: TestShop, environment: Values, panel: Values): Promise<void> => {
  const owner = await buildAdmin(shop);
  const { settings } = (await owner.call(getSettings)).body;
  for (const name of NAMES) {
    const source = environment[name] ? 'environment' : panel[name] ? 'panel' : 'default';
    const value = environment[name] ?? panel[name] ?? KNOWN[name].usual;
    expect(settings.find((setting) => setting.name === name)).toMatchObject({
      value,
      source,
      isSet: source !== 'default',
      default: KNOWN[name].usual,
    });
    expect(shop.settings[name]).toBe(KNOWN[name].inForce(value));
  }
  const { body } = await shop.call(getShop);
  expect([body.name, body.minimumAge, Number(body.shipping.express), body.pointsValue]).toEqual([
    shop.settings.SHOP_NAME,
    shop.settings.MINIMUM_AGE,
    shop.settings.SHIPPING_EXPRESS,
    shop.settings.POINTS_VALUE,
  ]);
};

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  test('the list of settings says what is true, whatever the environment, the panel and restarts do', async () => {
    const restart = await prepareRestarts(kind);
    let shop = await restart();
    let environment: Values = {};
    let panel: Values = {};
    // One shop for all runs: whatever an earlier one left is a part of the next.
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 8 }), async (steps) => {
        for (const step of steps) {
          if ('environment' in step) {
            environment = step.environment;
            shop = await restart({ settings: environment });
          } else {
            const { name, value } = step;
            const { status, body } = await (await buildAdmin(shop)).call(changeSettings, {
              body: { changes: { [name]: value } },
            });
            expect([status, body.code]).toEqual(environment[name] ? [409, 'set_by_environment'] : [200, undefined]);
            if (status === 200) panel = { ...panel, [name]: value ?? undefined };
          }
          await expectTruth(shop, environment, panel);
        }
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });
});
