import { CircleCheck, FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useShop } from '../../../api/queries/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { MessageArea } from '../../../ui/message-area.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { formatCounts } from '../../changes/plan-labels.ts';
import { DROP_ZONE } from './empty-inventory.tsx';
import { PasswordDialog, usePasswordQuestion } from './password-dialog.tsx';
import { ReplacePreviewDialog } from './replace-preview.tsx';
import { formatStats } from './upload-messages.ts';
import { type Replacement, useReplacement } from './use-replacement.ts';

const ACCEPTED = '.customization,.txt';

/** "Complete Inventory Replacement": the drop zone, and all steps of the upload (behavior 9.7). */
export const UploadCard = () => {
  const question = usePasswordQuestion();
  const { state, check, replace, cancel } = useReplacement(question.ask);
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { defaultMarkup } = useShop();
  const busy = state.step === 'checking' || state.step === 'replacing';

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !busy) void check(file);
  };

  return (
    <Card
      aria-labelledby="replacement"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
      className={cx('flex flex-col gap-3 border-dashed p-5', over ? 'border-accent bg-accent-wash' : 'border-edge')}
    >
      <h2 id="replacement" className="text-base font-semibold text-text">
        Complete Inventory Replacement
      </h2>
      <p className="text-sm text-warning-text">
        Warning: this erases and replaces the whole inventory database. You'll review the changes first.
      </p>
      <input
        ref={picker}
        type="file"
        accept={ACCEPTED}
        aria-label="Inventory file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Choosing the same file again must cause another event.
          event.target.value = '';
          if (file) void check(file);
        }}
      />
      {busy ? (
        <UploadProgress state={state} onCancel={cancel} />
      ) : (
        <button
          type="button"
          onClick={() => picker.current?.click()}
          id={DROP_ZONE}
          className="flex h-20 items-center justify-center gap-3 rounded-control border border-edge bg-well px-4 py-3 text-left text-text hover:border-accent-text hover:bg-accent-wash"
        >
          <FileUp aria-hidden className="size-6 shrink-0 text-accent-text" />
          <span>
            Drop a <span className="font-mono text-sm">.customization</span> or{' '}
            <span className="font-mono text-sm">.txt</span> file here, or <span className="link">choose one</span>
          </span>
        </button>
      )}
      <MessageArea className="flex-1" message={uploadOutcome(state, cancel)}>
        <div className="flex min-h-40 flex-col gap-3 text-sm text-muted sm:min-h-34">
          <ul className="grid list-disc gap-x-6 pl-4 sm:grid-cols-2">
            <li>Loads products with stock above 0</li>
            <li>Sets product and category images automatically</li>
            <li>Excludes In-House products from customer display</li>
            <li>Applies a ${defaultMarkup} default markup</li>
          </ul>
          <p>Every product needs id, name, qty and price.</p>
        </div>
      </MessageArea>
      <ReplacePreviewDialog state={state} onReplace={replace} onCancel={cancel} />
      <PasswordDialog question={question} />
    </Card>
  );
};

/** The progress of the upload, and then that the shop is working on it. */
const UploadProgress = ({ state, onCancel }: { state: Replacement; onCancel: () => void }) => {
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
    <div className="flex h-20 flex-col justify-center gap-2 rounded-control border border-line bg-well px-4 py-3">
      <div className="flex items-center justify-between gap-3">
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

/** The result, until the next file: the new figures, or all errors of the file. Null while there is none. */
const uploadOutcome = (state: Replacement, onDismiss: () => void): ReactNode => {
  if (state.step === 'done') {
    const { result } = state;
    return (
      <Notice
        tone="good"
        className="items-start!"
        icon={<CircleCheck />}
        title={result.message}
        action={
          <Button size="sm" variant="ghost" onClick={onDismiss}>
            Dismiss
          </Button>
        }
      >
        {formatStats(result.stats)} {formatCounts(result.counts)}.
      </Notice>
    );
  }
  if (state.step !== 'failed') return null;
  const { title, description, errors } = state.failure;
  return (
    <Notice
      tone="danger"
      className="items-start!"
      title={errors.length > 0 ? `${title}: ${state.file.name}` : title}
      action={
        <Button size="sm" variant="ghost" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      {errors.length === 0 ? (
        description
      ) : (
        <>
          <p>{description.split('\n')[0]} Nothing was changed.</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <ul tabIndex={0} aria-label="Errors in the file" className="mt-1 list-disc pl-5">
            {errors.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
};
