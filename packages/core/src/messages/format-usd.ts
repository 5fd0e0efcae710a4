/** Formats an amount: `$5.00`, or `$0.0125` if cents are too coarse for the limit that was set. */
export const formatUsd = (usd: number): string => {
  const [, cents = ''] = String(Math.round(usd * 1e6) / 1e6).split('.');
  return `$${usd.toFixed(Math.min(6, Math.max(2, cents.length)))}`;
};
