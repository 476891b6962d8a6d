/** Everything about the member's points: the balance and the ledger hang below it. */
export const pointsKey = ['points'] as const;
