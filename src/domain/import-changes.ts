import { FIELD_NAMES, IMPORT_FIELDS, type ImportField } from './import-mapping.ts';
import type { WantedPicture } from './import-pictures.ts';
import type { PlanRow } from './inventory-plan.ts';
import { counted, formatCount } from './text.ts';

/** The columns of a file behind the values of an item. */
const COLUMN_OF: Readonly<Record<string, ImportField>> = {
  name: 'name',
  quantity: 'qty',
  priceCents: 'price',
  brand: 'brand',
  category: 'category',
  description: 'description',
  tags: 'tags',
  size: 'size',
  weightLabel: 'weightLabel',
  batch: 'batch',
};

/** Says of how many items an update changes which field, and how many get only pictures (behavior 9.27). */
export const changedFields = (rows: readonly PlanRow[], pictures: readonly WantedPicture[]): string[] => {
  const counts = new Map<ImportField, number>();
  const changed = new Set<string>();
  for (const { externalId, after } of rows) {
    const fields = Object.keys(after).flatMap((name) => COLUMN_OF[name] ?? []);
    if (fields.length > 0) changed.add(externalId);
    for (const field of fields) counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  const others = pictures.filter(({ externalId }) => !changed.has(externalId));
  const items = new Set(others.map(({ externalId }) => externalId)).size;
  const said = IMPORT_FIELDS.flatMap((field) => {
    const count = counts.get(field);
    return count === undefined ? [] : `${FIELD_NAMES[field]} of ${formatCount(count)}`;
  });
  return [
    ...(said.length > 0 ? [`What changes: ${said.join(', ')}`] : []),
    ...(items > 0 ? [`${counted(items, 'item')} ${items === 1 ? 'gets' : 'get'} only pictures`] : []),
  ];
};
