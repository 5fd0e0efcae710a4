import { formatMoney } from './money.js';

/** Nothing from 50.00 on. */
export const shippingOf = (cents) => (cents >= 5_000 ? 0 : 490);

export const describeShipping = (cents) => `shipping ${formatMoney(shippingOf(cents))}`;
