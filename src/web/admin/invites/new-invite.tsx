import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { createInvite as createInviteEndpoint } from '#contract/invites.ts';
import { createInvite, reloadInvites } from '../../api/queries/invites.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormFailure, Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { endOfDay, inviteForm } from './invite-form.ts';

/** Makes an invite. Its code is shown once (behavior 3.13), here or where `onMade` puts it. */
export const NewInvite = ({ onMade }: { onMade?: (code: string) => void }) => {
  const queryClient = useQueryClient();
  const [made, setMade] = useState<{ label: string; code: string } | null>(null);
  const { submit, isBusy, field, failure } = useEndpointForm(createInviteEndpoint, {
    schema: inviteForm,
    defaultValues: { label: '', uses: '1', lastDay: '' },
    send: ({ label, uses, lastDay }, key) =>
      createInvite({ label, uses: Number(uses), expiresAt: endOfDay(lastDay) }, key),
    onDone: ({ invite, code }, form) => {
      if (onMade) onMade(code);
      else setMade({ label: invite.label, code });
      form.reset();
      reloadInvites(queryClient);
    },
    fallback: 'Failed to make an invite',
  });
  return (
    <section className="flex flex-col gap-4">
      {made && <InviteCode key={made.code} {...made} />}
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Label"
          autoComplete="off"
          maxLength={60}
          hint="For whom or what it is. Only owners see it, and the member's record."
          data-autofocus
          {...field('label')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Registrations" inputMode="numeric" autoComplete="off" {...field('uses')} />
          <TextField label="Last day" aside="optional" type="date" {...field('lastDay')} />
        </div>
        <FormFailure text={failure} />
        <Button type="submit" variant="primary" busy={isBusy} className="self-start">
          {!isBusy && <Plus aria-hidden className="size-4.5" />}
          Create invite
        </Button>
      </form>
    </section>
  );
};

const InviteCode = ({ label, code }: { label: string; code: string }) => (
  <div role="status" className="flex flex-col gap-2 rounded-card border border-line bg-well p-4">
    <TextField
      label={`Invite code for "${label}"`}
      readOnly
      value={code}
      onFocus={(event) => event.target.select()}
      boxClassName="font-mono"
      hint="Send it to the people you invite. They enter it on the first screen."
    />
    <CopyButton value={code} label="Copy code" variant="primary" size="md" className="self-start" />
    <Notice tone="warning">Copy it now. It is not stored and won't be shown again.</Notice>
  </div>
);
