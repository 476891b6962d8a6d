import { RotateCcw } from 'lucide-react';
import { Button } from './button.tsx';

interface TryAgainProps {
  tryAgain: () => void;
  isTrying: boolean;
  /** The one thing to do on the page, not beside other things. */
  prominent?: boolean;
}

/** The way on from what could not be had. */
export const TryAgain = ({ tryAgain, isTrying, prominent }: TryAgainProps) => (
  <Button
    size={prominent ? 'md' : 'sm'}
    variant={prominent ? 'primary' : 'secondary'}
    busy={isTrying}
    onClick={tryAgain}
  >
    {!isTrying && <RotateCcw aria-hidden className="size-4" />}
    Try again
  </Button>
);
