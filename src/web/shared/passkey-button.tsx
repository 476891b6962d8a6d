import { KeyRound } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { FormFailure } from '../ui/notice.tsx';
import { passkeyFailure } from './passkey-support.ts';

interface PasskeyButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> {
  label: string;
  /** Has this device sign, and goes on with the result. */
  sign: () => Promise<void>;
  /** The message if the device gave no passkey. */
  canceled: string;
  /** Success leaves the page: the button stays busy until then. */
  leavesPage?: boolean;
}

/** Asks this device for a passkey. A failure is shown below the button. */
export const PasskeyButton = ({ label, sign, canceled, leavesPage, ...button }: PasskeyButtonProps) => {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const press = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await sign();
      if (!leavesPage) setBusy(false);
    } catch (error) {
      setFailure(passkeyFailure(error, canceled));
      setBusy(false);
    }
  };
  return (
    <>
      <Button {...button} wide busy={isBusy} onClick={() => void press()}>
        {!isBusy && <KeyRound aria-hidden className="size-4.5" />}
        {isBusy ? 'Waiting for your device...' : label}
      </Button>
      <FormFailure text={failure} />
    </>
  );
};
