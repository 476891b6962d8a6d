import { type ReactNode, useState } from 'react';
import type { AdminUser } from '#contract/users.admin.ts';
import { FormFailure } from '../../ui/notice.tsx';
import type { Refusal, UserUpdates } from './use-user-update.ts';

interface UserPartProps {
  title: string;
  /** The refusal of the last change, if it belongs to this part. */
  refusal?: Refusal | null;
  children: ReactNode;
}

/** A part of the drawer of a user, with its own heading. */
export const UserPart = ({ title, refusal, children }: UserPartProps) => (
  <section className="flex flex-col gap-2">
    <h3 className="text-base font-semibold text-text">{title}</h3>
    <FormFailure text={refusal?.text} />
    {children}
  </section>
);

export interface UserFormProps {
  user: AdminUser;
  updates: UserUpdates;
}

/** A value that the person chooses. It starts again when another one is saved. */
export const useDraft = <Value,>(saved: Value) => {
  const [draft, setDraft] = useState(saved);
  const [before, setBefore] = useState(saved);
  if (before !== saved) {
    setBefore(saved);
    setDraft(saved);
  }
  return [draft, setDraft] as const;
};
