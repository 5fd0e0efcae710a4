/** Formats `12,345`. Does not use `Intl`, whose first call is slower than the rest of the output. */
export const formatNumber = (n: number): string => String(Math.round(n)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
