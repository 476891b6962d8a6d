import { type ReactNode, useState } from 'react';
import { useShop } from '../../api/queries/settings.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { invitationText } from './steps.ts';

/** The message to the people who may come in. It can be changed before it is copied. */
export const Invitation = ({ code, children }: { code: string | null; children?: ReactNode }) => {
  const { name } = useShop();
  const [typed, setTyped] = useState<string | null>(null);
  const message = typed ?? invitationText({ name, address: window.location.origin, code });
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label="Message to your members"
        hint={
          code === null
            ? undefined
            : 'Copy it now: the shop does not show the code again. Write it in your own words if you like.'
        }
        rows={8}
        boxClassName="[field-sizing:content]"
        value={message}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <CopyButton value={message} label="Copy" variant="primary" size="md" />
        {children}
      </div>
    </div>
  );
};
