import type { AdminItem } from '#contract/inventory.ts';
import { keptPictures } from './new-pictures.tsx';
import { NO_ITEM, NO_LABEL, nameWithoutSize, sizeInName, type TypedItem } from './typed-item.ts';
import type { NewItemStart } from './use-new-item.ts';

/** Another item is of another batch, which has a lab result of its own. */
const NO_BATCH = { batch: '', tested: '', expires: '', thc: '', cbd: '' };

/** The first values of a new item's form. The pieces of a new item have to be counted. */
export const startOf = (item: AdminItem, typed: TypedItem, kind: 'duplicate' | 'size' | 'again'): NewItemStart => {
  const pictures = keptPictures(item.images);
  if (kind === 'again') return { typed, pictures, focus: 'name' };
  // Two items of one name would look the same.
  if (kind === 'duplicate') {
    return { typed: { ...typed, ...NO_BATCH, name: `Copy of ${typed.name}` }, pictures, focus: 'name' };
  }
  // Another size has other prices, which nobody must forget, and its name ends with it.
  const family = nameWithoutSize(typed.name, typed.size) ?? nameWithoutSize(typed.name, sizeInName(typed.name) ?? '');
  const size = {
    ...typed,
    ...NO_BATCH,
    size: '',
    price: '',
    weightLabel: NO_LABEL,
    tiers: [],
    name: family ?? typed.name,
  };
  return { typed: size, pictures, focus: 'size', text: sizeText(item), ...(family && { family }) };
};

/** The next item of a row: most of them are of one category and brand. */
export const nextOf = ({ category, brand }: TypedItem): NewItemStart => ({
  typed: { ...NO_ITEM, category, brand },
  pictures: [],
  focus: 'name',
  isNext: true,
});

const sizeText = ({ name }: AdminItem): string =>
  `Another size of ${name}. Members see both as one product, as long as brand, form and category are the same.`;
