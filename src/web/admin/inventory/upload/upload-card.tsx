import { CircleCheck, FileUp, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { FileInput } from '../../../ui/file-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MessageArea } from '../../../ui/message-area.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { formatCounts, formatStats } from '../../changes/plan-labels.ts';
import { PasswordDialog, usePasswordQuestion } from './password-dialog.tsx';
import { ReplacePreviewDialog } from './replace-preview.tsx';
import { closeUploadCard, DROP_ZONE, UploadNotes, UploadProgress, useUploadCard, WARNING } from './upload-parts.tsx';
import { type Replacement, useReplacement } from './use-replacement.ts';

const ACCEPTED = '.customization,.txt';

/**
 * "Complete Inventory Replacement", which the menu of the list opens (behavior 9.7): it takes a file, and shows the rules for
 * it, the progress of the upload and all errors.
 */
export const UploadCard = ({ onImport }: { onImport: () => void }) => {
  const question = usePasswordQuestion();
  const { state, check, replace, cancel } = useReplacement(question.ask);
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { isOpen } = useUploadCard();
  const titleId = useId();
  const isBusy = state.step === 'checking' || state.step === 'replacing';
  const choose = () => picker.current?.click();
  useEffect(() => closeUploadCard, []);
  const close = () => {
    cancel();
    closeUploadCard();
  };

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) void check(file);
  };

  const isShown = isOpen || state.step !== 'idle';
  return (
    <>
      {isShown && (
        <section
          aria-labelledby={titleId}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
          }}
          onDrop={drop}
          className={cx(
            'mt-1.5 rounded-card border border-dashed',
            over ? 'border-accent bg-accent-wash' : 'border-edge bg-surface',
          )}
        >
          <div className="flex min-h-11 items-center justify-between gap-3 pr-1 pl-4">
            <h2 id={titleId} className="text-sm font-semibold text-text">
              Complete Inventory Replacement
            </h2>
            {!isBusy && (
              <IconButton size="sm" label="Close" title="Close" onClick={close}>
                <X aria-hidden />
              </IconButton>
            )}
          </div>
          <div className="flex flex-col gap-3 border-t border-line px-4 py-3">
            <p className="text-sm text-warning-text">{WARNING}</p>
            {isBusy ? (
              <div className="flex h-20 flex-col justify-center gap-2 rounded-control border border-line bg-well px-4 py-3">
                <UploadProgress state={state} onCancel={cancel} />
              </div>
            ) : (
              <ZoneButton onPress={choose} />
            )}
            <MessageArea message={uploadOutcome(state, cancel)}>
              <UploadNotes className="min-h-36 sm:min-h-24" onImport={onImport} />
            </MessageArea>
          </div>
        </section>
      )}
      <FileInput
        ref={picker}
        accept={ACCEPTED}
        aria-label="Inventory file"
        onFiles={([file]) => file && void check(file)}
      />
      <ReplacePreviewDialog state={state} onReplace={replace} onCancel={cancel} />
      <PasswordDialog question={question} />
    </>
  );
};

/** Chooses a file. A file can be dropped on the whole card. */
const ZoneButton = ({ onPress }: { onPress: () => void }) => (
  <button
    type="button"
    onClick={onPress}
    id={DROP_ZONE}
    className="flex h-20 items-center justify-center gap-3 rounded-control border border-edge bg-well px-4 py-3 text-left text-text hover:border-accent-text hover:bg-accent-wash"
  >
    <FileUp aria-hidden className="size-5 shrink-0 text-accent-text" />
    <span>
      Drop a <span className="font-mono text-[0.9em]">.customization</span> or{' '}
      <span className="font-mono text-[0.9em]">.txt</span> file here, or <span className="link">choose one</span>
    </span>
  </button>
);

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
        {formatStats(result.stats, 'file')} {formatCounts(result.counts)}.
      </Notice>
    );
  }
  if (state.step !== 'failed') return null;
  const { title, description, errors } = state.failure;
  const said = description.split('\n')[0];
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
          <p>{errors[0] === said ? 'Nothing was changed. Is it the right file?' : `${said} Nothing was changed.`}</p>
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
