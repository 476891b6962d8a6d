import { describe, expect, test } from 'vitest';
import { checkLabel } from './label-check.ts';
import { LABELLED_NAMES } from './testing/labelled-names.ts';
import { isWeightLabel, WEIGHT_LABELS, type WeightLabel } from './weight-labels.ts';

const check = (name: string, weightLabel: WeightLabel | null, stated: { category?: string; tags?: string[] } = {}) =>
  checkLabel({ name, tags: [], size: null, category: null, ...stated, weightLabel });

describe('for real names with right and wrong labels', () => {
  const cases = LABELLED_NAMES.flatMap(({ name, category, tags, right, wrong }) =>
    [...right, ...wrong].map((weightLabel) => ({
      name,
      category,
      weightLabel,
      right,
      isWrong: wrong.includes(weightLabel),
      doubt: checkLabel({ name, tags, size: null, category, weightLabel }),
    })),
  );
  const flagged = cases.filter((each) => each.doubt !== null);
  const found = flagged.filter((each) => each.isWrong);
  const share = (part: unknown[], whole: unknown[]) => part.length / whole.length;
  const telling = (list: typeof cases) =>
    list.map(({ name, category, weightLabel, doubt }) => ({ name, category, weightLabel, ...doubt }));

  test('the table has at least 200 names, and only labels that exist', () => {
    expect(new Set(LABELLED_NAMES.map((each) => each.name)).size).toBeGreaterThanOrEqual(200);
    expect(cases.filter((each) => !isWeightLabel(each.weightLabel))).toEqual([]);
  });

  test('nearly every flagged label is wrong, and nearly every wrong label is flagged', () => {
    const precision = share(found, flagged);
    const recall = share(
      found,
      cases.filter((each) => each.isWrong),
    );
    console.info(
      `label check: ${LABELLED_NAMES.length} names, ${cases.length} labels, ` +
        `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
    );
    expect(precision, JSON.stringify(telling(flagged.filter((each) => !each.isWrong)))).toBeGreaterThanOrEqual(0.97);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });

  test('a label is only suggested if it is right', () => {
    const suggestions = found.filter((each) => each.doubt?.suggested != null);
    const wrong = suggestions.filter((each) => !each.right.includes(each.doubt?.suggested as WeightLabel));
    expect(suggestions.length).toBeGreaterThan(200);
    expect(share(wrong, suggestions), JSON.stringify(telling(wrong))).toBeLessThanOrEqual(0.03);
  });
});

describe('a label', () => {
  test.each([
    ['Blue Dream 7G', 'Eighth', 'Flower', 'Name, size or tags say 7G', 'Quarter'],
    ['Gummies (250mg)', '100mg', 'Edibles', 'Name, size or tags say 250mg', '250mg'],
    ['Gummies (120mg)', '100mg', 'Edibles', 'Name, size or tags say 120mg', null],
    ['Minis 10-pack', '5-Pack', 'Pre-rolls', 'Name, size or tags say 10-pack', '10-Pack'],
    ['Blue Dream Joint', '1g Cart', 'Pre-rolls', 'This is a pre-roll', 'Pre-Roll'],
    ['Blue Dream Oil', 'Pre-Roll', 'Concentrates', 'This is a concentrate', null],
    ['Balm 1oz', '2g Cart', 'Topical', 'This is an edible, tincture or topical', 'Ounce'],
    ['Gummies (100mg)', 'Eighth', 'Edibles', 'Name, size or tags say 100mg', '100mg'],
  ] as const)(
    'of "%s" as %s is doubted, with a reason and the label that fits',
    (name, label, category, reason, suggested) => {
      expect(check(name, label, { category })).toEqual({ reason, suggested });
    },
  );

  test('is checked against size and tags as well as the name', () => {
    const product = { name: 'Blue Dream', category: 'Carts', weightLabel: '1g Cart' } as const;
    expect(checkLabel({ ...product, tags: [], size: '2G' })?.suggested).toBe('2g Cart');
    expect(checkLabel({ ...product, tags: ['Volume = .5G'], size: null })?.suggested).toBe('0.5g Cart');
    expect(checkLabel({ ...product, tags: ['Volume = 1G'], size: '1G' })).toBeNull();
  });

  test('that does not exist is not doubted', () => {
    expect(check('Blue Dream 7G', null, { category: 'Flower' })).toBeNull();
  });

  test('is never doubted if the product states nothing', () => {
    for (const label of WEIGHT_LABELS) expect(check('Blue Dream', label)).toBeNull();
  });

  test.each([
    ['Blue Dream 1 oz', 'Ounce', 'Flower'],
    ['Blue Dream 28.35g', 'Ounce', 'Flower'],
    ['Gummies 10 x 10mg', '100mg', 'Edibles'],
    ['Gummies 10 x 10mg', '10-Pack', 'Edibles'],
    ['Half Gram 500mg', '0.5g Cart', 'Carts'],
    ['Full Gram 850mg', '1g Cart', 'Carts'],
    ['Minis 5 pack 0.5g', '5-Pack', 'Pre-rolls'],
    ['Salve 1 gr / 1 oz', 'Ounce', 'Topical'],
  ] as const)('is right if "%s" can be read as %s', (name, label, category) => {
    expect(check(name, label, { category })).toBeNull();
  });

  test('is never suggested to replace itself', () => {
    for (const { name, category, tags } of LABELLED_NAMES) {
      for (const weightLabel of WEIGHT_LABELS) {
        const doubt = checkLabel({ name, category, tags, size: null, weightLabel });
        if (doubt !== null) expect(doubt.suggested).not.toBe(weightLabel);
      }
    }
  });

  test('that was suggested is not doubted itself', () => {
    for (const { name, category, tags } of LABELLED_NAMES) {
      for (const weightLabel of WEIGHT_LABELS) {
        const product = { name, category, tags, size: null };
        const suggested = checkLabel({ ...product, weightLabel })?.suggested;
        if (suggested != null) expect(checkLabel({ ...product, weightLabel: suggested }), name).toBeNull();
      }
    }
  });
});
