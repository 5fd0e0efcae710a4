/** `12,345`. By hand, because the first use of the system's own formatter costs more than the rest of a look. */
export const formatNumber = (n: number): string => String(Math.round(n)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
