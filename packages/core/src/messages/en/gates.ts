/** English: what the gates around plans say at their end. */
import type { Messages } from '../messages.ts';

export const gates: Messages['gates'] = {
  ready: ({ spec }) => `${spec} may be released: every criterion is covered.`,
  unready: ({ spec, count }) =>
    `${spec} may not be released yet: ${count} of the above ${Number(count) === 1 ? 'is' : 'are'} open.`,
  report: ({ path }) => `report: ${path}`,
  within: ({ score, threshold }) => `The score is ${score}, within the threshold of ${threshold}.`,
  above: ({ score, threshold }) =>
    `The score is ${score}, above the threshold of ${threshold}: the product has drifted from its spec.`,
  found: ({ met, partial, unmet, drift }) =>
    `requirements: ${met} met, ${partial} in part, ${unmet} unmet; drift: ${drift}`,
  blocked: ({ ids, count }) =>
    Number(count) === 0
      ? 'No plan was active; the review lies beside the plans.'
      : `Blocked until somebody has looked at it: ${ids}.`,
  unblocked: () => 'The plans could not be blocked:',
  recurring: () => 'Reviewers say this again and again; it should become a check:',
  times: ({ count }) => `in ${count} runs`,
  marked: ({ path }) => `${path} says so to everybody.`,
};
