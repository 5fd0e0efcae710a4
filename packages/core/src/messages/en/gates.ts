/** English: what the gates around plans say at their end. */
import type { Messages } from '../messages.ts';

export const gates: Messages['gates'] = {
  ready: ({ spec }) => `${spec} may be released: every criterion is covered.`,
  unready: ({ spec, count }) =>
    `${spec} may not be released yet: ${count} of the above ${count === 1 ? 'is' : 'are'} open.`,
  report: ({ path }) => `report: ${path}`,
  marked: ({ path }) => `${path} says so to everybody.`,
};
