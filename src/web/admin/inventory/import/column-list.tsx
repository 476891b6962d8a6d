import { useId, useState } from 'react';
import { IMPORT_FIELDS, type ImportField } from '#domain/import-mapping.ts';
import { counted } from '#domain/text.ts';
import type { FoundImport, ImportRequest } from '../../../api/queries/imports.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { fieldWord, looksLikeProducts } from './import-words.ts';
import { withField } from './typed-mapping.ts';

/** A wider table begins with the columns that are read. */
const SHOWN_AT_FIRST = 12;
const NOTHING = 'nothing';
const OPTIONS = [
  { value: NOTHING, label: 'Not read' },
  ...IMPORT_FIELDS.map((value) => ({ value, label: fieldWord(value) })),
];

interface ColumnListProps {
  found: FoundImport;
  request: ImportRequest;
  /** The missing columns of the file, as sentences. */
  questions: readonly string[];
  onChange: (part: Partial<ImportRequest>) => void;
}

/** The columns of the file, each with a menu above it that says what it is, and samples below. */
export const ColumnList = ({ found, request: { mapping }, questions, onChange }: ColumnListProps) => {
  const { columns, source } = found;
  const id = useId();
  const isShort = source === 'table' && columns.length <= SHOWN_AT_FIRST;
  const [showsAll, setAll] = useState(isShort);
  // The column in question is among those that nobody knows.
  const [wasAsked, setAsked] = useState(false);
  if (questions.length > 0 && !wasAsked) {
    setAsked(true);
    setAll(true);
  }
  const isRead = (at: number) => columns[at]!.field !== null || mapping.fields[at] !== null;
  const left = columns.filter((_, at) => !isRead(at)).length;
  return (
    <>
      {questions.length > 0 && (
        <Notice
          tone="warning"
          title={looksLikeProducts(mapping) ? 'The file is almost ready' : 'This does not look like a list of products'}
        >
          {questions.join(' ')} Choose it in the menu of the column that has it.
        </Notice>
      )}
      <ul
        id={id}
        aria-label="Columns of the file"
        className="grid gap-2 sm:grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))]"
      >
        {columns.map(({ name, samples }, at) => {
          if (!showsAll && !isRead(at)) return null;
          const field = mapping.fields[at] ?? null;
          const title = name.trim() || `Column ${at + 1}`;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and never move
              key={at}
              className={cx(
                'flex min-w-0 gap-2 rounded-card border p-2.5 max-sm:flex-row-reverse sm:flex-col',
                field === null ? 'border-dashed border-line' : 'border-edge bg-well',
              )}
            >
              <Select
                label={`What “${title}” is`}
                hideLabel
                size="sm"
                value={field ?? NOTHING}
                onChange={({ target: { value } }) =>
                  onChange({ mapping: withField(mapping, at, value === NOTHING ? null : (value as ImportField)) })
                }
                options={OPTIONS}
                className="max-sm:w-36 max-sm:shrink-0"
                boxClassName={cx(field !== null && 'font-semibold')}
              />
              <div className="min-w-0 flex-1 px-1">
                <p className="truncate text-sm font-medium text-text" title={title}>
                  {title}
                </p>
                {samples.length === 0 ? (
                  <p className="text-xs text-muted">All cells are blank</p>
                ) : (
                  samples.map((sample) => (
                    <p key={sample} className="truncate text-xs text-muted" title={sample}>
                      {sample}
                    </p>
                  ))
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {left > 0 && !isShort && (
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={showsAll}
          aria-controls={id}
          onClick={() => setAll(!showsAll)}
          className="self-start"
        >
          {showsAll
            ? 'Show only what is read'
            : `Show ${counted(left, 'column')} that ${left === 1 ? 'is' : 'are'} not read`}
        </Button>
      )}
    </>
  );
};
