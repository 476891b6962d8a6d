import { create } from 'zustand';
import { useShop } from '../../../api/queries/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import type { Replacement } from './use-replacement.ts';

/** The id of the drop zone's button. */
export const DROP_ZONE = 'drop-zone';

/** The replacement's card, open or closed. Menus in other folders open it. */
export const useUploadCard = create(() => ({ isOpen: false }));

export const closeUploadCard = (): void => useUploadCard.setState({ isOpen: false });

/** Opens the card of the replacement, with the focus on its drop zone. */
export const showDropZone = (): void => {
  useUploadCard.setState({ isOpen: true });
  requestAnimationFrame(() => {
    const zone = document.getElementById(DROP_ZONE);
    zone?.scrollIntoView({ block: 'center' });
    zone?.focus();
  });
};

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

export const UploadNotes = ({ className, onImport }: { className: string; onImport: () => void }) => (
  <div className={cx('flex flex-col gap-3 text-sm text-muted', className)}>
    <ul className="grid list-disc gap-x-6 pl-4 sm:grid-cols-2">
      {useNotes().map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
    <p>
      {FIELDS} A spreadsheet, or a file of another shop system?{' '}
      <button type="button" className="link" onClick={onImport}>
        Import products
      </button>{' '}
      reads it, and can replace everything too.
    </p>
  </div>
);

interface UploadProgressProps {
  state: Replacement;
  /** Ends a check. */
  onCancel: () => void;
}

/** The progress of the upload, and then that the shop is working on it. */
export const UploadProgress = ({ state, onCancel }: UploadProgressProps) => {
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
    <div className="flex flex-col gap-2">
      <div className="flex min-w-0 items-center justify-between gap-3">
        <p role="status" className="min-w-0 truncate text-sm text-text">
          {text}
        </p>
        {step === 'checking' && (
          <Button size="sm" variant="ghost" onClick={onCancel} className="-my-2">
            Cancel
          </Button>
        )}
      </div>
      <progress
        aria-label="Upload"
        max={1}
        {...(sent < 1 && { value: sent })}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full accent-accent"
      />
    </div>
  );
};
