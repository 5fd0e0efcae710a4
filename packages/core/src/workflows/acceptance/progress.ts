/** Progress messages of acceptance: the frozen tests, or why they were sent back. */
import { type ProgressMessage, progressOf } from '../../codes.ts';
import { acceptanceCodes } from './codes.ts';
import type { AcceptanceState } from './job.ts';

const message = progressOf(acceptanceCodes);

export function acceptanceProgress(to: AcceptanceState): readonly ProgressMessage[] {
  switch (to.at) {
    case 'writing': {
      const [first] = to.problems;
      return first === undefined
        ? []
        : [message('acceptance.back', { why: first.code, names: first.names.join(', ') }, 'bad')];
    }
    case 'frozen': {
      const { files } = to.frozen;
      return [message('acceptance.frozen', { count: files.length, files: files[0] ?? '' }, 'good')];
    }
    case 'without':
      return [message('acceptance.without', {}, 'warn')];
    default:
      return [];
  }
}
