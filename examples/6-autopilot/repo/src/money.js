/** An amount in cents, for people. */
export const formatMoney = (cents) => (cents / 100).toFixed(2);
