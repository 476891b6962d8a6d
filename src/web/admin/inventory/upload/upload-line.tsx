import { CircleAlert, X } from 'lucide-react';
import { useShop } from '../../../api/queries/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { formatStats } from '../../changes/plan-labels.ts';
import { openFoldCard } from '../../lists/fold-card.tsx';
import { UPLOAD_CARD } from './empty-inventory.tsx';
import type { Replacement } from './use-replacement.ts';

/** The warning before anything is chosen. */
export const WARNING =
  "Warning: this erases and replaces the whole inventory database. You'll review the changes first.";

/** The sentences about a replacement and the file for it. */
const useNotes = (): readonly string[] => [
  'Loads products with stock above 0',
  'Sets product and category images automatically',
  'Excludes In-House products from customer display',
  `Applies a $${useShop().defaultMarkup} default markup`,
];
const FIELDS = 'Every product needs id, name, qty and price.';

export const UploadNotes = ({ className }: { className: string }) => (
  <div className={cx('flex flex-col gap-3 text-sm text-muted', className)}>
    <ul className="grid list-disc gap-x-6 pl-4 sm:grid-cols-2">
      {useNotes().map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
    <p>{FIELDS}</p>
  </div>
);

interface UploadStateProps {
  state: Replacement;
  /** Ends a check, or takes the result away. */
  onCancel: () => void;
}

/** The folded line of a wide page: the progress, and then how it ended. */
export const UploadLine = ({ state, onCancel }: UploadStateProps) => {
  if (state.step === 'checking' || state.step === 'replacing') {
    return <UploadProgress state={state} onCancel={onCancel} isLine />;
  }
  if (state.step === 'done' || state.step === 'failed') {
    const isDone = state.step === 'done';
    const hasErrors = !isDone && state.failure.errors.length > 0;
    const [title, text] = isDone
      ? [state.result.message, formatStats(state.result.stats, 'file')]
      : [state.failure.title, state.failure.description.split('\n')[0]];
    return (
      <div role="note" className="flex items-center gap-3 text-sm">
        {/* "Show errors" says enough where there is no room for both. */}
        <p className={cx('min-w-0 truncate', hasErrors && 'max-[110rem]:sr-only')}>
          <span className={cx('font-semibold', isDone ? 'text-good-text' : 'text-danger-text')}>{title}</span> {text}
        </p>
        <span className="relative flex shrink-0 gap-1">
          {hasErrors && (
            <Button size="sm" variant="ghost" onClick={() => openFoldCard(UPLOAD_CARD)} className="text-danger-text">
              <CircleAlert aria-hidden className="size-4.5" />
              Show errors
            </Button>
          )}
          <IconButton size="sm" label="Dismiss" title="Dismiss" onClick={onCancel}>
            <X aria-hidden />
          </IconButton>
        </span>
      </div>
    );
  }
  return null;
};

/** The same in a word, for the folded line of a phone. */
export const UploadState = ({ state: { step } }: { state: Replacement }) => {
  if (step === 'checking') return <p className="text-sm text-muted">Checking...</p>;
  if (step === 'replacing') return <p className="text-sm text-muted">Replacing...</p>;
  if (step === 'failed') return <p className="text-sm text-danger-text">Failed</p>;
  return step === 'done' && <p className="text-sm text-good-text">Replaced</p>;
};

/** The progress of the upload, and then that the shop is working on it. */
export const UploadProgress = ({ state, onCancel, isLine }: UploadStateProps & { isLine?: boolean }) => {
  if (state.step !== 'checking' && state.step !== 'replacing') return null;
  const { step, sent, file } = state;
  const percent = Math.round(sent * 100);
  const text =
    sent < 1
      ? `Uploading ${file.name}: ${percent}%`
      : step === 'checking'
        ? `Checking ${file.name}...`
        : 'Replacing the inventory...';
  return (
    <div className={cx('flex', isLine ? 'items-center gap-3' : 'flex-col gap-2')}>
      <div className="flex min-w-0 items-center justify-between gap-3">
        <p role="status" className="min-w-0 truncate text-sm text-text">
          {text}
        </p>
        {step === 'checking' && (
          <Button size="sm" variant="ghost" onClick={onCancel} className={isLine ? 'relative' : '-my-2'}>
            Cancel
          </Button>
        )}
      </div>
      <progress
        aria-label="Upload"
        max={1}
        {...(sent < 1 && { value: sent })}
        className={cx(
          'h-1.5 appearance-none overflow-hidden rounded-full accent-accent',
          isLine ? 'min-w-16 flex-1 max-w-64' : 'w-full',
        )}
      />
    </div>
  );
};
