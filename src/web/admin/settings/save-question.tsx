import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { useSection } from './use-section.ts';

/** Asks before a value is saved that is typed quickly and has large effects. */
export const SaveQuestion = () => {
  const { question } = useSection();
  // The words stay while the question closes.
  const shown = useLastShown(question);
  return (
    <ConfirmDialog
      open={question !== null}
      onClose={() => question?.settle('back')}
      title={shown?.title ?? ''}
      cancelLabel="Back"
      confirmLabel={shown?.confirmLabel ?? ''}
      danger
      onConfirm={() => question?.settle('save')}
    >
      <p>{shown?.text}</p>
      {shown?.fix && (
        <Button className="mt-3" onClick={() => question?.settle('fix')}>
          {shown.fix.label}
        </Button>
      )}
    </ConfirmDialog>
  );
};
