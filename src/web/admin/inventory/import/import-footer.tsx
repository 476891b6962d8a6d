import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { formatErased } from '../upload/upload-messages.ts';
import { applySentence, applyWords } from './import-words.ts';
import type { Import, OpenImport } from './use-import.ts';

interface ImportFooterProps {
  task: Import;
  state: OpenImport;
  onCancel: () => void;
}

/** The last button, which says how many products it is about. While it is off, the sentence next to it says why. */
export const ImportFooter = ({ task, state, onCancel }: ImportFooterProps) => {
  const { preview, planned, request } = state;
  const { isApplying, failure } = task;
  const [isAsking, setAsking] = useState(false);
  const isCurrent = preview !== null && planned === request && !failure;
  const sentence = preview && applySentence(request, preview);
  const words = (preview && applyWords(request.mode, preview.counts)) ?? 'Import';
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p role="status" className="mr-auto flex min-h-5 min-w-0 items-center gap-2 text-sm text-muted max-sm:basis-full">
        {isApplying
          ? 'Importing…'
          : isCurrent
            ? sentence?.text || formatErased(preview.counts)
            : !failure && (
                <>
                  <Spinner className="size-4" />
                  Checking the file…
                </>
              )}
      </p>
      <Button onClick={request === state.asRead ? onCancel : () => setAsking(true)} disabled={isApplying}>
        Cancel
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Cancel this import?"
        cancelLabel="Keep importing"
        confirmLabel="Cancel import"
        danger
        onConfirm={() => {
          setAsking(false);
          onCancel();
        }}
      >
        What you answered about {state.file.name} would be lost.
      </ConfirmDialog>
      <Button
        variant={request.mode === 'replace' ? 'danger' : 'primary'}
        busy={isApplying}
        disabled={!isCurrent || sentence?.isBlocked}
        onClick={task.apply}
        className="max-sm:flex-1"
      >
        {words}
      </Button>
    </div>
  );
};
