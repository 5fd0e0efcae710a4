/** The English texts of fidelity. */
import type { Catalogue } from '../../codes.ts';
import type { fidelityCodes } from './codes.ts';

export const en: Catalogue<typeof fidelityCodes> = {
  sentences: {
    within: ({ score, threshold }) => `The score is ${score}, within the threshold of ${threshold}.`,
    above: ({ score, threshold }) =>
      `The score is ${score}, above the threshold of ${threshold}: the product has drifted from its spec.`,
    found: ({ met, partial, unmet, drift }) =>
      `requirements: ${met} met, ${partial} partly met, ${unmet} unmet; drift: ${drift}`,
    blocked: ({ ids, count }) =>
      count === 0
        ? 'No plan was active. The review is in the plan folder.'
        : `Blocked until a person has reviewed the drift: ${ids}.`,
    unblocked: () => 'The plans could not be blocked:',
    recurring: () => 'Reviewers keep reporting this; make it a check:',
    times: ({ count }) => `in ${count} runs`,
  },
};
