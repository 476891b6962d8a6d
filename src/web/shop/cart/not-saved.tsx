import { CircleAlert, RotateCcw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { changeCart } from './cart-store.ts';
import { type LostChange, useLostChange } from './lost-changes.ts';

/** Says below a control of the cart that its last change could not be saved. */
export const NotSaved = ({ subject, onTryAgain }: { subject: string; onTryAgain?: () => void }) => {
  const lost = useLostChange(subject);
  if (!lost) return null;
  return (
    <div className="mt-1.5 flex items-center justify-between gap-3">
      <LostText>{lost.message}</LostText>
      <SaveAgain lost={lost} onTryAgain={onTryAgain} />
    </div>
  );
};

export const LostText = ({ children }: { children: string }) => (
  <p role="alert" className="flex min-w-0 items-start gap-1.5 text-sm text-danger-text">
    <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    <span className="min-w-0 whitespace-pre-line">{children}</span>
  </p>
);

interface SaveAgainProps {
  lost: LostChange;
  /** The line that it is about. */
  of?: string;
  /** Makes the change as the control would. */
  onTryAgain?: (() => void) | undefined;
}

export const SaveAgain = ({ lost, of, onTryAgain }: SaveAgainProps) =>
  lost.canTryAgain && (
    <Button
      size="sm"
      aria-label={of && `Try again: ${of}`}
      onClick={onTryAgain ?? (() => changeCart(lost.change))}
      className="shrink-0"
    >
      <RotateCcw aria-hidden className="hidden size-4 max-[24rem]:block" />
      <span className="max-[24rem]:sr-only">Try again</span>
    </Button>
  );
