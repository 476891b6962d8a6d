import { RotateCcw } from 'lucide-react';
import { Button } from './button.tsx';

interface TryAgainProps {
  tryAgain: () => void;
  isTrying: boolean;
  /** Larger, if it is the main action of the page. */
  prominent?: boolean;
}

/** A button that repeats a failed load. */
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
