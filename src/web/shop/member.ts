import { createContext, useContext } from 'react';
import type { User } from '#contract/users.ts';

export const MemberContext = createContext<User | null>(null);

/** The signed-in member. Only inside the shop. */
export const useMember = (): User => {
  const member = useContext(MemberContext);
  if (!member) throw new Error('useMember outside the shop');
  return member;
};
