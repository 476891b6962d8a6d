import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { useSection } from './use-section.ts';

/** Asks before a value is saved that is typed quickly and has large effects. */
export const SaveQuestion = () => {
  const { question } = useSection();
  // The words stay while the question closes.
  const shown = useLastShown(question);
  const fix = shown?.fix;
  return (
    <ConfirmDialog
      open={question !== null}
      onClose={() => question?.settle('back')}
      title={shown?.title ?? ''}
      cancelLabel="Back"
      confirmLabel={fix?.label ?? shown?.confirmLabel ?? ''}
      danger={!fix}
      onConfirm={() => question?.settle(fix ? 'fix' : 'save')}
    >
      <p className="whitespace-pre-line">{shown?.text}</p>
      {/* What harms is there, but the way that does not is the one to press. */}
      {fix && (
        <Button className="mt-3 text-danger-text!" onClick={() => question?.settle('save')}>
          {shown.confirmLabel}
        </Button>
      )}
    </ConfirmDialog>
  );
};
