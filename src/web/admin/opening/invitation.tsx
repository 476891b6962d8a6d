import { useState } from 'react';
import { useShop } from '../../api/queries/settings.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { invitationText, REACHES, reachOf } from './steps.ts';

/** The message to the people who may come in. It can be changed before it is copied. */
export const Invitation = ({ code }: { code: string | null }) => {
  const { name } = useShop();
  const [typed, setTyped] = useState<string | null>(null);
  const reach = reachOf(window.location.hostname);
  const message = typed ?? invitationText({ name, address: window.location.origin, code });
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label="Message to your members"
        hint={
          code === null
            ? 'The code is not in it, because the shop shows a code only once. Add it if you know it, or set a new one at the door.'
            : 'Copy it now: the shop does not show the code again. Write it in your own words if you like.'
        }
        rows={8}
        boxClassName="[field-sizing:content]"
        value={message}
        onChange={(event) => setTyped(event.target.value)}
      />
      {reach && (
        <Notice tone="warning">
          {REACHES[reach]} Ask whoever set up the shop for one that works everywhere, and send that.
        </Notice>
      )}
      <CopyButton value={message} label="Copy" variant="secondary" size="md" className="self-start" />
    </div>
  );
};
