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
      onClose={() => question?.settle(false)}
      title={shown?.title ?? ''}
      cancelLabel="Back"
      confirmLabel={shown?.confirmLabel ?? ''}
      danger
      onConfirm={() => question?.settle(true)}
    >
      {shown?.text}
    </ConfirmDialog>
  );
};
