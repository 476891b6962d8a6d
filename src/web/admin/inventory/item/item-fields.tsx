import type { AdminItem } from '#contract/inventory.ts';
import { cx } from '../../../ui/cx.ts';
import { TextArea } from '../../../ui/text-field.tsx';
import { blankIsNone, useTypedCell } from '../edits/typed-cell.ts';
import { CellFrame, framed, OwnerMark } from '../list/cells.tsx';

/** The whole description, saved when the focus leaves it. Escape restores the old text before it closes the drawer. */
export const DescriptionArea = ({ item, mayWrite }: { item: AdminItem; mayWrite: boolean }) => {
  const { state, input, type } = useTypedCell(item, 'description', (value) => value ?? '', blankIsNone);
  if (!mayWrite) {
    return (
      <section className="flex flex-col gap-1.5">
        <h3 className="text-sm font-medium text-text">Description</h3>
        <p className={cx('whitespace-pre-line break-words', item.description ? 'text-text' : 'text-muted')}>
          {item.description || 'No description'}
        </p>
      </section>
    );
  }
  return (
    <TextArea
      label="Description"
      {...input}
      rows={6}
      maxLength={5000}
      placeholder="No description"
      aside={
        <span className="flex h-6 items-center gap-2">
          {state === 'saving' && 'Saving…'}
          {state === 'saved' && 'Saved'}
          <OwnerMark item={item} field="description" />
        </span>
      }
      onChange={({ target }) => type(target.value)}
      onKeyDown={(event) => {
        // In a text of several lines, Enter begins a line.
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) return;
        if (event.key === 'Escape' && event.currentTarget.value !== (item.description ?? '')) event.preventDefault();
        input.onKeyDown(event);
      }}
    />
  );
};

/** Not a threshold: the shop refuses it, and says what one is. */
const REFUSED = -1;

const readThreshold = (text: string): number | null => {
  if (text.trim() === '') return null;
  const number = Number(text);
  return Number.isInteger(number) ? number : REFUSED;
};

/** The item's own threshold for low stock. Empty is the shop's own. */
export const LowStockField = ({ item }: { item: AdminItem }) => {
  const { state, input, type } = useTypedCell(
    item,
    'lowStock',
    (value) => (value === null ? '' : String(value)),
    readThreshold,
  );
  return (
    <CellFrame state={state}>
      <input
        type="text"
        inputMode="numeric"
        {...input}
        aria-label={`Low-stock threshold of ${item.name}`}
        placeholder="Shop default"
        onChange={({ target }) => type(target.value)}
        className={cx(framed, 'border-edge')}
      />
    </CellFrame>
  );
};
