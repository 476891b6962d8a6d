import { FileUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { UTF8_MARK } from '#domain/text.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { FileInput } from '../../../ui/file-input.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ACCEPTED, type Refusal } from './import-words.ts';

interface ChooseFileProps {
  refusal: Refusal | null;
  /** The one that was refused. */
  file: File | null;
  /** A file is held over the page. */
  isOver: boolean;
  onFile: (file: File) => void;
}

/** The place to find the files of other systems. */
const SYSTEMS = [
  ['Shopify', 'Products › Export › All products › CSV for Excel'],
  ['WooCommerce', 'Products › All products › Export › Generate CSV'],
  ['Dutchie', 'Its menu as a .json file. Whoever looks after your website can save it for you.'],
  ['A spreadsheet', 'Save it as CSV. The first row has the names of the columns.'],
] as const;

const EXAMPLE = [
  'sku,name,brand,category,size,price,quantity,description',
  'NO-35,Night Owl,Harbor,Flower,3.5g,35.00,14,Calm and slow.',
  'NO-7,Night Owl,Harbor,Flower,7g,60.00,6,Calm and slow.',
  '',
].join('\r\n');
const saveExample = () => saveFile('products.csv', new Blob([UTF8_MARK, EXAMPLE], { type: 'text/csv;charset=utf-8' }));

/** Takes a file, and says which files it takes. */
export const ChooseFile = ({ refusal, file, isOver, onFile }: ChooseFileProps) => {
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The screen that had the focus is gone.
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="flex flex-col gap-5">
      {refusal && (
        <Notice
          tone="danger"
          alert
          title={refusal.title}
          className="items-start!"
          action={
            refusal.canRetry &&
            file && (
              <Button size="sm" onClick={() => onFile(file)}>
                Try again
              </Button>
            )
          }
        >
          {refusal.text}
        </Notice>
      )}
      <FileInput
        ref={chooser}
        accept={ACCEPTED}
        aria-label="Product file"
        onFiles={([chosen]) => chosen && onFile(chosen)}
      />
      <div
        className={cx(
          'flex flex-col items-center gap-3 rounded-card border border-dashed px-4 py-10 text-center',
          isOver ? 'border-accent bg-accent-wash' : 'border-edge bg-well',
        )}
      >
        <FileUp aria-hidden className="size-8 text-accent-text" />
        <h3 className="max-w-md text-lg font-semibold text-text">Drop your product file here</h3>
        <p className="max-w-md text-sm text-muted">
          A .csv, .tsv or .json file of up to 10 MB. You see everything that would happen before anything changes.
        </p>
        <Button ref={button} variant="primary" onClick={() => chooser.current?.click()}>
          Choose a file
        </Button>
      </div>
      <section className="flex flex-col gap-2">
        <h3 className="text-sm font-semibold text-text">Where to find it</h3>
        <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
          {SYSTEMS.map(([name, way]) => (
            <div key={name} className="contents">
              <dt className="font-medium text-text">{name}</dt>
              <dd className="text-muted max-sm:mb-1.5">{way}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-1 text-sm text-muted">
          Nothing to export?{' '}
          <button type="button" onClick={saveExample} className="link">
            Save an example table
          </button>{' '}
          and fill it in.
        </p>
      </section>
    </div>
  );
};

/** While a file is on its way, and while the shop reads it. */
export const Reading = ({ file, sent, onCancel }: { file: File; sent: number; onCancel: () => void }) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const percent = Math.round(sent * 100);
  const text = percent < 100 ? `Sending ${file.name}: ${percent}%` : `Reading ${file.name}…`;
  return (
    <div className="flex min-h-60 flex-col justify-center gap-4">
      <div className="flex flex-col gap-2">
        <div
          role="progressbar"
          aria-label="Import"
          aria-valuetext={text}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="h-2 overflow-hidden rounded-full bg-well"
        >
          <div
            style={{ width: `${Math.max(percent, 4)}%` }}
            className={cx(
              'h-full rounded-full bg-accent transition-[width] duration-300',
              percent === 100 && 'breathe',
            )}
          />
        </div>
        <p aria-hidden className="text-sm break-all text-muted">
          {text}
        </p>
      </div>
      <Button ref={button} size="sm" onClick={onCancel} className="self-center">
        Cancel
      </Button>
    </div>
  );
};
