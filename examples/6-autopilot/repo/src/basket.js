import { formatMoney } from './money.js';

/** The sum of all lines, in cents. */
export const totalOf = (lines) => lines.reduce((sum, { count, cents }) => sum + count * cents, 0);

export const describeBasket = (lines) => `total ${formatMoney(totalOf(lines))}`;
