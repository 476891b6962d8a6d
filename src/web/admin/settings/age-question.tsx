import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { useSection } from './use-section.ts';

/** Asks before a shop lets minors in: an age is typed quickly, and here it is the law. */
export const AgeQuestion = () => {
  const { question } = useSection();
  // The words stay while the question closes.
  const age = useLastShown(question?.age ?? null);
  return (
    <ConfirmDialog
      open={question !== null}
      onClose={() => question?.settle(false)}
      title="Let minors into your shop?"
      cancelLabel="Back"
      confirmLabel={`Allow from ${age}`}
      danger
      onConfirm={() => question?.settle(true)}
    >
      With a minimum age of {age}, people under 18 could register and order. Almost everywhere adult use begins at 18 or
      21.
    </ConfirmDialog>
  );
};
