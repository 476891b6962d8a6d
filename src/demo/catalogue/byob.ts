import { type CatalogueEntry, entriesOf, type Line } from './entry.ts';

const LINE: Line = {
  category: 'BYOB',
  brand: 'Oddment',
  forms: ['byob/flight', 'byob/giftBox', 'byob/mailer', 'byob/tote', 'byob/selector'],
  name: (title) => `${title} (build your own)`,
  note: 'Tell us in the notes',
  goods: [
    [
      'Four Jars',
      'violet',
      12,
      78,
      null,
      'Any four flowers on the menu in four small jars on a tray. Write your picks in the order notes.',
    ],
    [
      'Gift Box',
      'teal',
      9,
      95.5,
      null,
      'One flower, one can, one sweet thing, wrapped. Tell us what they like and we will choose well.',
    ],
    ['Singles Mailer', 'berry', 14, 62.25, null, 'Three singles and a half-gram cart, bedded in paper.'],
    ['Sunday Tote', 'sky', 7, 88, null, 'A cotton bag with a pouch, two cans and something to nibble.'],
    [
      'Cart Selector',
      'tangerine',
      10,
      69.9,
      null,
      'Four half grams of your choosing, in a stand that looks good on a shelf.',
    ],
    [
      'Four Hashes',
      'rust',
      4,
      112,
      null,
      'A gram of each of four from the concentrates page. For the curious and the patient.',
    ],
    ['Sweet Tooth', 'rose', 16, 54.4, null, 'Any four packs of jellies, rings, caramels or mints.'],
    [
      'First Timer',
      'mint',
      18,
      45,
      null,
      'Low doses only, with a card that explains each. We would start with the mints.',
    ],
    ['House Party', 'coral', 3, 149, null, null],
  ],
};

export const byob: readonly CatalogueEntry[] = entriesOf(LINE);
