import type { ReactNode } from 'react';
import { FormFailure } from '../../ui/notice.tsx';
import type { Refusal } from './use-user-update.ts';

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
