import type { Role } from '#domain/permissions.ts';

/** The roles as the panel names them, and what each is for (behavior 3.10). */
export const ROLE_LABELS: Readonly<Record<Role, { name: string; purpose: string }>> = {
  member: { name: 'Member', purpose: 'Uses the shop. No access to the panel.' },
  orders: { name: 'Order desk', purpose: 'Handles receipts and points. Sees members.' },
  inventory: { name: 'Stock clerk', purpose: 'Edits the inventory. Sees no members.' },
  owner: { name: 'Owner', purpose: 'Sees and changes everything, roles included.' },
};
