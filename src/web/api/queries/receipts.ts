/** The member's receipts, the list and each one. */
export const receiptsKey = ['receipts'] as const;
