/** The English texts of fidelity. */
import type { Catalogue } from '../../codes.ts';
import type { fidelityCodes } from './codes.ts';

export const en: Catalogue<typeof fidelityCodes> = {
  sentences: {
    within: ({ score, threshold }) => `The score is ${score}, within the threshold of ${threshold}.`,
    above: ({ score, threshold }) =>
      `The score is ${score}, above the threshold of ${threshold}: the product has drifted from its spec.`,
    found: ({ met, partial, unmet, drift }) =>
      `requirements: ${met} met, ${partial} in part, ${unmet} unmet; drift: ${drift}`,
    blocked: ({ ids, count }) =>
      count === 0
        ? 'No plan was active; the review lies beside the plans.'
        : `Blocked until somebody has looked at it: ${ids}.`,
    unblocked: () => 'The plans could not be blocked:',
    recurring: () => 'Reviewers say this again and again; it should become a check:',
    times: ({ count }) => `in ${count} runs`,
  },
};
