import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleX, Send } from 'lucide-react';
import { isUnconfirmed, messageOf } from '../../api/client.ts';
import { tryAddress } from '../../api/queries/settings.admin.ts';
import { Button } from '../../ui/button.tsx';
import { inWords } from './setting-fields.ts';

/** Tries the address that is saved, and says what it answered. */
export const TestButton = ({ name, isChanged = false }: { name: string; isChanged?: boolean }) => {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: () => tryAddress(name) });
  const failure = error && !isUnconfirmed(error) ? messageOf(error, 'Failed to send the test') : null;
  const answer = data ?? (failure === null ? null : { ok: false, message: failure });
  const Icon = answer?.ok ? CircleCheck : CircleX;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button size="sm" busy={isPending} disabled={isChanged} onClick={() => mutate()}>
        {!isPending && <Send aria-hidden className="size-4" />}
        Send a test
      </Button>
      <p role="status" className="min-w-0 flex-1 text-sm text-muted">
        {isChanged && 'Save first.'}
        {!isChanged && answer && (
          <span className={`flex items-start gap-1.5 ${answer.ok ? 'text-good-text' : 'text-danger-text'}`}>
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 break-words">{inWords(answer.message)}</span>
          </span>
        )}
      </p>
    </div>
  );
};
