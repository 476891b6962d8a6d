import type { Role } from '#domain/permissions.ts';

/** The roles as the panel names them, and what each is for (behavior 3.10). */
export const ROLE_LABELS: Readonly<Record<Role, { name: string; purpose: string }>> = {
  member: { name: 'Member', purpose: 'Uses the shop. No access to the panel.' },
  orders: { name: 'Order desk', purpose: 'Handles receipts and points, and can look members up.' },
  inventory: { name: 'Stock clerk', purpose: 'Edits the inventory and runs syncs. Sees no members or orders.' },
  owner: { name: 'Owner', purpose: 'Can see and change everything, including the roles of others.' },
};
