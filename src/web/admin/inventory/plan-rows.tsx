import type { PlanRow } from '#contract/inventory.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { fieldWord, valueWords } from './field-words.ts';

const tones: Record<PlanRow['kind'], Tone> = { added: 'good', changed: 'notice', removed: 'danger' };

/** What becomes of items, field by field: of a plan before it is applied, and of a change in the history. */
export const PlanRows = ({ rows }: { rows: readonly PlanRow[] }) => (
  <ul className="divide-y divide-line">
    {rows.map((row) => (
      <li key={`${row.itemId ?? 'new'} ${row.externalId}`} className="py-2.5">
        <div className="flex items-center gap-2">
          <Badge tone={tones[row.kind]}>{row.kind}</Badge>
          <span className="min-w-0 truncate font-medium text-text">{row.name}</span>
        </div>
        <RowFields row={row} />
      </li>
    ))}
  </ul>
);

/** Values that say which item it is or what was lost; of a whole item that is enough. */
const TELLING = ['brand', 'category', 'quantity', 'price', 'markupDollars', 'weightLabel'];

const RowFields = ({ row: { kind, fields } }: { row: PlanRow }) => {
  if (kind !== 'changed') {
    const side = kind === 'added' ? 'after' : 'before';
    const told = fields.filter((field) => TELLING.includes(field.field) && field[side] !== null);
    if (told.length === 0) return null;
    return (
      <p className="mt-1 text-sm text-muted">
        {told.map((field) => `${fieldWord(field.field)} ${valueWords(field.field, field[side])}`).join(' · ')}
      </p>
    );
  }
  return (
    <dl className="mt-1 grid gap-0.5 text-sm">
      {fields.map(({ field, before, after }) => (
        <div key={field} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{fieldWord(field)}</dt>
          <dd className="min-w-0 break-words text-text">
            <del className="text-danger-text">{valueWords(field, before)}</del> →{' '}
            <ins className="text-good-text no-underline">{valueWords(field, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
};
