import { ArrowLeft } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** What went wrong with the whole form, beside its button. */
export const FormFailure = ({ text }: { text: string | undefined }) =>
  text ? (
    <Notice tone="danger" alert>
      {text}
    </Notice>
  ) : null;

/** The button that sends, and the way back. */
export const FormActions = ({
  busy,
  label,
  busyLabel,
  onBack,
}: {
  busy: boolean;
  label: string;
  busyLabel: string;
  onBack: () => void;
}) => (
  <div className="mt-1 flex flex-col gap-2">
    <Button type="submit" variant="primary" size="lg" wide busy={busy}>
      {busy ? busyLabel : label}
    </Button>
    <Button variant="ghost" size="sm" className="self-center" onClick={onBack}>
      <ArrowLeft aria-hidden className="size-4" />
      Back
    </Button>
  </div>
);
