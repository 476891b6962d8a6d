import { describe, expect, test } from 'vitest';
import { checkLabel, type LabeledProduct } from './label-check.ts';
import { LABELED_NAMES } from './testing/labeled-names.ts';
import { isWeightLabel, WEIGHT_LABELS, type WeightLabel } from './weight-labels.ts';

const check = (name: string, weightLabel: WeightLabel | null, stated: Partial<LabeledProduct> = {}) =>
  checkLabel({ name, tags: [], size: null, category: null, ...stated, weightLabel });

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
    ['Gummies (100mg) (20mg)', '250mg', 'Edibles', 'Name, size or tags say 100mg, 20mg', null],
    ['Half Gram 500mg', '1g Cart', 'Carts', 'Name, size or tags say 0.5G', '0.5g Cart'],
    ['Blue Dream 0.5g', 'Gram', 'Flower', 'Name, size or tags say 0.5G', null],
    ['Live Resin 1g', '500mg', 'Concentrates', 'Name, size or tags say 1G', 'Gram'],
    ['Blue Dream 850mg 1g', '500mg', 'Carts', 'Name, size or tags say 850mg', '1g Cart'],
    ['Blue Dream 500mg', '1000mg', 'Flower', 'Name, size or tags say 500mg', null],
  ] as const)(
    'of "%s" as %s is doubted, with a reason and the label that fits',
    (name, label, category, reason, suggested) => {
      expect(check(name, label, { category })).toEqual({ reason, suggested });
    },
  );

  test.each<[WeightLabel, string, string]>([
    ['Gram', 'Shatter 1g', 'Concentrates'],
    ['Two Grams', 'Shatter 2g', 'Concentrates'],
    ['Eighth', 'Blue Dream 3.5g', 'Flower'],
    ['Quarter', 'Blue Dream 7g', 'Flower'],
    ['Half Ounce', 'Blue Dream 14g', 'Flower'],
    ['Ounce', 'Blue Dream 28g', 'Flower'],
    ['Pound', 'Blue Dream 1 lb', 'Flower'],
    ['0.5g Cart', 'Blue Dream 0.5g', 'Carts'],
    ['1g Cart', 'Blue Dream 1g', 'Carts'],
    ['2g Cart', 'Blue Dream 2g', 'Carts'],
    ['Pre-Roll', 'Blue Dream - Single', 'Pre-rolls'],
    ['2-Pack', 'Minis 2-pack', 'Pre-rolls'],
    ['5-Pack', 'Minis 5-pack', 'Pre-rolls'],
    ['10-Pack', 'Minis 10-pack', 'Pre-rolls'],
    ['100mg', 'Gummies 100mg', 'Edibles'],
    ['250mg', 'Gummies 250mg', 'Edibles'],
    ['500mg', 'Gummies 500mg', 'Edibles'],
    ['1000mg', 'Gummies 1000mg', 'Edibles'],
  ])('%s is right for "%s" in %s, and it is the suggestion for every wrong label', (label, name, category) => {
    expect(check(name, label, { category })).toBeNull();
    const doubts = WEIGHT_LABELS.map((other) => check(name, other, { category })).filter((doubt) => doubt !== null);
    expect(new Set(doubts.map((doubt) => doubt.suggested))).toEqual(new Set([label]));
  });

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
    ['Gummies 103mg', '100mg', 'Edibles'],
    ['Gummies 10 x 10mg', '100mg', 'Edibles'],
    ['Gummies 10 x 10mg', '10-Pack', 'Edibles'],
    ['Gummies 10-pack 100mg', '1000mg', 'Edibles'],
    ['Gummies 5-pack 500mg', '100mg', 'Edibles'],
    ['Half Gram 500mg', '0.5g Cart', 'Carts'],
    ['Full Gram 850mg', '1g Cart', 'Carts'],
    ['Blue Dream 850mg', '2g Cart', 'Carts'],
    ['Blue Dream 1g', '1000mg', 'Carts'],
    ['Minis 5 pack 0.5g', '5-Pack', 'Pre-rolls'],
    ['Minis 2 pack 1g', 'Two Grams', 'Pre-rolls'],
    ['Minis 2 pack 2g', 'Gram', 'Pre-rolls'],
    ['Blue Dream 5 pack 14g', '5-Pack', 'Flower'],
    ['Salve 1 gr / 1 oz', 'Ounce', 'Topical'],
    ['Lip Balm 250 mg / .25 oz', 'Quarter', 'Topical'],
    ['Lip Balm 250 mg / .25 oz', '250mg', 'Topical'],
  ] as const)('is right if "%s" can be read as %s', (name, label, category) => {
    expect(check(name, label, { category })).toBeNull();
  });

  test.each([
    ['Gummies 104mg', '100mg', 'Edibles', null],
    ['Gummies 5-pack 500mg', '250mg', 'Edibles', '500mg'],
    ['Blue Dream 500mg', '1g Cart', 'Carts', '0.5g Cart'],
    ['Blue Dream 5 pack 14g', '10-Pack', 'Flower', 'Half Ounce'],
  ] as const)('is doubted if "%s" cannot be read as %s', (name, label, category, suggested) => {
    expect(check(name, label, { category })?.suggested).toBe(suggested);
  });
});

describe('the form of a product', () => {
  test.each([
    ['Carts', 'Pre-Roll', 'This is a cart', null],
    ['Vape Cartridges', 'Pre-Roll', 'This is a cart', null],
    ['Disposables', 'Pre-Roll', 'This is a cart', null],
    ['DISPOSABLES', 'Pre-Roll', 'This is a cart', null],
    ['Pre-rolls', '1g Cart', 'This is a pre-roll', 'Pre-Roll'],
    ['Flower', '1g Cart', 'This is flower', null],
    ['Concentrates', 'Pre-Roll', 'This is a concentrate', null],
    ['Edibles', '1g Cart', 'This is an edible, tincture or topical', null],
    ['Munchies', '1g Cart', 'This is an edible, tincture or topical', null],
    ['Topical', 'Pre-Roll', 'This is an edible, tincture or topical', null],
    ['Tincture', 'Pre-Roll', 'This is an edible, tincture or topical', null],
  ] as const)('follows from the category %s, so %s is doubted: %s', (category, label, reason, suggested) => {
    expect(check('Blue Dream', label, { category })).toEqual({ reason, suggested });
  });

  test.each(['Accessories', 'BYOB', 'constructor', null])(
    'is unknown in the category %s, so no label is doubted',
    (category) => {
      for (const label of WEIGHT_LABELS) expect(check('Blue Dream', label, { category })).toBeNull();
    },
  );

  test.each(
    ['Pre-Roll', 'pre-rolls', 'Preroll', 'prerolls', 'pre roll', 'Pre Rolls'].concat(
      'joint',
      'Joints',
      'Blunt',
      'blunts',
    ),
  )('is a pre-roll in the category Flower if the name has the word "%s"', (word) => {
    const doubt = check(`Blue Dream ${word}`, '1g Cart', { category: 'Flower' });
    expect(doubt).toEqual({ reason: 'This is a pre-roll', suggested: 'Pre-Roll' });
  });

  test.each(
    ['Cart', 'carts', 'Cartridge', 'cartridges', 'Vape', 'vapes'].concat(
      'vaporizer',
      'Vaporizers',
      'Disposable',
      'disposables',
    ),
  )('is a cart in the category Concentrates if the name has the word "%s"', (word) => {
    const doubt = check(`Blue Dream ${word}`, 'Pre-Roll', { category: 'Concentrates' });
    expect(doubt?.reason).toBe('This is a cart');
  });

  test.each([
    ['Cartel Kush', 'Flower', 'Pre-Roll', null],
    ['Jointless', 'Flower', '1g Cart', 'This is flower'],
    ['Blunt Cart', 'Carts', 'Pre-Roll', 'This is a cart'],
    ['Vape Flavored', 'Pre-rolls', '1g Cart', 'This is a pre-roll'],
    ['Cart Joint', 'Flower', '1g Cart', 'This is a pre-roll'],
    ['Joint Balm', 'Topical', '1g Cart', 'This is an edible, tincture or topical'],
    ['Joint Balm', 'Topical', 'Pre-Roll', 'This is an edible, tincture or topical'],
  ] as const)('of "%s" in %s decides whether %s is doubted', (name, category, label, reason) => {
    expect(check(name, label, { category })?.reason ?? null).toBe(reason);
  });

  test.each([
    ['Shatter', 'This is a concentrate'],
    ['Wax', 'This is a concentrate'],
    ['crumble', 'This is a concentrate'],
    ['Bubble Hash', 'This is a concentrate'],
    ['KIEF', 'This is a concentrate'],
    ['Live Resin', null],
    ['Cold Wax', null],
    ['Wax Blend', null],
  ])('may be the filling of a cart unless the concentrate is solid: %s', (formulation, reason) => {
    const stated = { category: 'Concentrates', tags: [`Formulation = ${formulation}`] };
    expect(check('Blue Dream', '1g Cart', stated)?.reason ?? null).toBe(reason);
  });

  test('may be the filling of a cart if a concentrate states no formulation', () => {
    expect(check('Blue Dream', '1g Cart', { category: 'Concentrates' })).toBeNull();
  });

  test('does not matter for the weight of a concentrate', () => {
    const stated = { category: 'Concentrates', tags: ['Formulation = Shatter'] };
    expect(check('Blue Dream 2g', 'Gram', stated)?.suggested).toBe('Two Grams');
  });
});

describe('flower', () => {
  test('without a weight may be sold as pre-rolls, packs or doses', () => {
    for (const label of WEIGHT_LABELS.filter((each) => !each.endsWith('Cart'))) {
      expect(check('Blue Dream', label, { category: 'Flower' }), label).toBeNull();
    }
  });

  test.each([
    ['Pre-Roll', 'This is flower'],
    ['5-Pack', 'Name, size or tags say 7G'],
    ['100mg', 'Name, size or tags say 7G'],
  ] as const)('with a weight is not sold as %s', (label, reason) => {
    expect(check('Blue Dream 7g', label, { category: 'Flower' })).toEqual({ reason, suggested: 'Quarter' });
  });
});

test.each([
  ['Minis 5 pack 0.5g', 'Pre-rolls', '10-Pack', '5-Pack', 'the pack of pre-rolls'],
  ['Blue Dream 1g', 'Pre-rolls', '500mg', 'Pre-Roll', 'a single pre-roll if no pack is stated'],
  ['Blue Dream 2g', 'Carts', '1g Cart', '2g Cart', 'the weight of a cart'],
  ['Blue Dream 2g', 'Concentrates', 'Gram', 'Two Grams', 'the weight of an oil'],
  ['Gummies 100mg 10-pack', 'Edibles', '5-Pack', '100mg', 'the dose of an edible before its pack'],
  ['Balm 1oz 5-pack', 'Topical', '2-Pack', 'Ounce', 'the weight of a topical before its pack'],
  ['Gummies 10-pack', 'Edibles', '1g Cart', '10-Pack', 'the pack of an edible that states nothing else'],
  ['Blue Dream 7g 100mg', null, 'Eighth', 'Quarter', 'the weight first if the category is unknown'],
  ['Blue Dream 100mg 5-pack', null, '250mg', '100mg', 'then the dose'],
  ['Blue Dream 5-pack', null, '10-Pack', '5-Pack', 'then the pack'],
  ['Blue Dream 1g', null, 'Eighth', 'Gram', 'and no label for carts'],
] as const)(
  'for "%s" in %s, instead of %s the label %s is suggested: %s',
  (name, category, label, suggested, _reason) => {
    expect(check(name, label, { category })?.suggested).toBe(suggested);
  },
);

test.each([
  ['an edible that states only a weight may have any dose', 'Chocolate 5g', '100mg', 'Edibles'],
  ['an edible that states only a weight may have any number of pieces', 'Chocolate 7g', '5-Pack', 'Edibles'],
  ['an edible that states nothing may have any weight', 'Cookie', 'Eighth', 'Edibles'],
  ['a product of an unknown form may have any weight and a dose', 'Blue Dream 1000mg', 'Two Grams', null],
  ['a product of an unknown form may have any dose and a weight', 'Blue Dream 1g', '500mg', null],
  ['flower may have any weight and a dose', 'Blue Dream 500mg', 'Gram', 'Flower'],
  ['flower may have a weight and the dose of its label', 'Blue Dream 7g 100mg', '100mg', 'Flower'],
  ['a cart that states a weight may be a pack', 'Blue Dream 1g', '5-Pack', 'Carts'],
] as const)('%s', (_, name, label, category) => {
  expect(check(name, label, { category })).toBeNull();
});

describe('for real names with right and wrong labels', () => {
  const checkedNames = () =>
    LABELED_NAMES.flatMap(({ name, category, tags, right, wrong }) =>
      [...right, ...wrong].map((weightLabel) => ({
        name,
        category,
        weightLabel,
        right,
        isWrong: wrong.includes(weightLabel),
        doubt: check(name, weightLabel, { category, tags }),
      })),
    );
  const share = (part: unknown[], whole: unknown[]) => part.length / whole.length;
  const described = (list: ReturnType<typeof checkedNames>) =>
    JSON.stringify(list.map(({ name, category, weightLabel, doubt }) => ({ name, category, weightLabel, ...doubt })));

  test('the table has at least 200 names, and only labels that exist', () => {
    expect(new Set(LABELED_NAMES.map((each) => each.name)).size).toBeGreaterThanOrEqual(200);
    const labels = LABELED_NAMES.flatMap(({ right, wrong }) => [...right, ...wrong]);
    expect(labels.filter((label) => !isWeightLabel(label))).toEqual([]);
  });

  test('nearly every flagged label is wrong, and nearly every wrong label is flagged', () => {
    const cases = checkedNames();
    const flagged = cases.filter((each) => each.doubt !== null);
    const found = flagged.filter((each) => each.isWrong);
    const precision = share(found, flagged);
    const recall = share(
      found,
      cases.filter((each) => each.isWrong),
    );
    console.info(
      `label check: ${LABELED_NAMES.length} names, ${cases.length} labels, ` +
        `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
    );
    expect(precision, described(flagged.filter((each) => !each.isWrong))).toBeGreaterThanOrEqual(0.97);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });

  test('a label is only suggested if it is right', () => {
    const suggestions = checkedNames().filter((each) => each.isWrong && each.doubt?.suggested != null);
    const wrong = suggestions.filter((each) => !each.right.includes(each.doubt?.suggested as WeightLabel));
    expect(suggestions.length).toBeGreaterThan(200);
    expect(share(wrong, suggestions), described(wrong)).toBeLessThanOrEqual(0.03);
  });

  test('a label is never suggested to replace itself', () => {
    for (const { name, category, tags } of LABELED_NAMES) {
      for (const weightLabel of WEIGHT_LABELS) {
        const doubt = checkLabel({ name, category, tags, size: null, weightLabel });
        if (doubt !== null) expect(doubt.suggested).not.toBe(weightLabel);
      }
    }
  });

  test('a label that was suggested is not doubted itself', () => {
    for (const { name, category, tags } of LABELED_NAMES) {
      for (const weightLabel of WEIGHT_LABELS) {
        const product = { name, category, tags, size: null };
        const suggested = checkLabel({ ...product, weightLabel })?.suggested;
        if (suggested != null) expect(checkLabel({ ...product, weightLabel: suggested }), name).toBeNull();
      }
    }
  });
});
