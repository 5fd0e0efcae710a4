/** English results of the release gate and the fidelity check. */
import type { Messages } from '../messages.ts';

export const gates: Messages['gates'] = {
  ready: ({ spec }) => `${spec} is ready for release: every criterion is covered.`,
  unready: ({ spec, count }) =>
    `${spec} is not ready for release: ${count} of the items above ${count === 1 ? 'is' : 'are'} open.`,
  report: ({ path }) => `report: ${path}`,
  marked: ({ path }) => `The file ${path} marks the release as ready.`,
};
