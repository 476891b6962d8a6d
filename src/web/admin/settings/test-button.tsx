import { useMutation, useMutationState } from '@tanstack/react-query';
import { CircleCheck, CircleX, Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { isUnconfirmed, messageOf } from '../../api/client.ts';
import { tryAddress } from '../../api/queries/settings.admin.ts';
import { Button } from '../../ui/button.tsx';
import { inWords } from './setting-fields.ts';

interface TestButtonProps {
  name: string;
  /** The saved values. A response about other values is no longer shown. */
  saved: string;
  /** Saves what was typed, so that the shop tries that. Returns whether it is saved now. Null if nothing was typed. */
  onSave?: (() => Promise<boolean>) | null;
}

const testKey = (name: string) => ['settings', 'test', name];

interface TestAnswer {
  ok: boolean;
  message: string;
  about: string;
}

/** When the newest test of a setting began, if it failed. ISO 8601; null if it did not, or if none was made here. */
export const useFailedTest = (name: string): string | null => {
  const answers = useMutationState({
    filters: { mutationKey: testKey(name), status: 'success' },
    select: ({ state }) => ({ isOk: (state.data as TestAnswer).ok, at: state.submittedAt }),
  });
  const newest = answers.at(-1);
  return newest && !newest.isOk ? new Date(newest.at).toISOString() : null;
};

/** The shop names each of two servers with its status. */
const serversAnswer = (message: string): string =>
  (message.match(/\bStatus \d/g)?.length ?? 0) > 1 ? 'Both servers answer.' : 'The server answers.';

/** A line for each server that failed. */
const linesOf = ({ ok, message }: TestAnswer, isWatched: boolean): string[] =>
  isWatched && ok ? [serversAnswer(message)] : inWords(message).split('\n');

/**
 * Tests the address of a setting, and shows the response. Typed values are saved first: the shop tests the saved ones.
 */
export const TestButton = ({ name, saved, onSave = null }: TestButtonProps) => {
  const latest = useRef(saved);
  latest.current = saved;
  const [isSaving, setSaving] = useState(false);
  const { mutate, isPending, data } = useMutation({
    mutationKey: testKey(name),
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: async (): Promise<TestAnswer> => {
      const answer = await tryAddress(name).catch((error: unknown) => {
        if (isUnconfirmed(error)) throw error;
        return { ok: false, message: messageOf(error, 'Failed to send the test') };
      });
      return { ...answer, about: latest.current };
    },
  });
  const press = async () => {
    if (isPending || isSaving) return;
    setSaving(true);
    const isSaved = onSave === null || (await onSave());
    setSaving(false);
    if (isSaved) mutate();
  };
  const isWatched = name.endsWith('_WATCH_URL');
  const label = isWatched ? 'Check this server' : 'Send a test';
  const isBusy = isPending || isSaving;
  const answer = !isBusy && onSave === null && data?.about === saved ? data : null;
  const Icon = answer?.ok ? CircleCheck : CircleX;
  return (
    <div className="flex flex-col items-start gap-2">
      <Button size="sm" busy={isBusy} onClick={() => void press()}>
        {!isBusy && <Send aria-hidden className="size-4" />}
        {onSave === null ? label : `Save and ${label.toLowerCase()}`}
      </Button>
      <p role="status" className="min-w-0 text-sm">
        {answer &&
          linesOf(answer, isWatched).map((line) => (
            <span
              key={line}
              className={`flex items-start gap-1.5 not-first:mt-1.5 ${answer.ok ? 'text-good-text' : 'text-danger-text'}`}
            >
              <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 break-words">{line}</span>
            </span>
          ))}
      </p>
    </div>
  );
};
