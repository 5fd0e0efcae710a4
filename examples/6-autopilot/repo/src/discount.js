import { formatMoney } from './money.js';

export const discountOf = (cents, percent) => Math.round((cents * percent) / 100);

export const describeDiscount = (cents, percent) => `discount ${formatMoney(discountOf(cents, percent))}`;
