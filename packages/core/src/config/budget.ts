/** Settings `budget`: caps and the ceiling. */
import { count, section, share, usd } from './field.ts';

export const budget = section(
  {
    capUsd: usd(
      'The most that a run may cost in dollars; it ends there with exit code 6. No cap by default.',
    ).optional(),
    capTokens: count(
      'The most tokens of all four kinds that a run may use; it ends there with exit code 6.',
    ).optional(),
    ceilingTokens: count(
      'The number of tokens that all runs of the repository may use in 7 days before it is said (`budget_ceiling_reached`); work goes on.',
    ).optional(),
    warnAt: share('The share of a cap or ceiling at which a warning is given, once.').default(0.8),
  },
  'What a run may cost.',
).prefault({});
