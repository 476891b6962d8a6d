import { createContext, useContext } from 'react';
import { type Capability, may, type Role } from '#domain/permissions.ts';

/** The role of the panel's current user. Outside the panel nobody may do anything. */
export const PanelRoleContext = createContext<Role>('member');

/**
 * Returns whether the user of the panel has a capability (behavior 3.10). Buttons that the server would refuse are not
 * shown, and what they would load is not requested.
 */
export const useMay = (capability: Capability): boolean => may(useContext(PanelRoleContext), capability);

/** The roles as the panel names them, and what each is for (behavior 3.10). */
export const ROLE_LABELS: Readonly<Record<Role, { name: string; purpose: string }>> = {
  member: { name: 'Member', purpose: 'Uses the shop. No access to the panel.' },
  orders: { name: 'Order desk', purpose: 'Handles receipts and points. Sees members and the inventory.' },
  inventory: { name: 'Stock clerk', purpose: 'Edits the inventory. Sees no members.' },
  owner: { name: 'Owner', purpose: 'Sees and changes everything, roles included.' },
};
