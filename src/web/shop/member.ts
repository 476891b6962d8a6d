import { createContext, useContext } from 'react';
import type { User } from '#contract/users.ts';

export const MemberContext = createContext<User | null>(null);

/** The member who is signed in; only inside the shop, where there always is one. */
export const useMember = (): User => {
  const member = useContext(MemberContext);
  if (!member) throw new Error('useMember outside of the shop');
  return member;
};
