/** `$5.00`, and `$0.0125` where cents are not fine enough: a limit is told as it was set. */
export const formatUsd = (usd: number): string => {
  const [, cents = ''] = String(Math.round(usd * 1e6) / 1e6).split('.');
  return `$${usd.toFixed(Math.min(6, Math.max(2, cents.length)))}`;
};
