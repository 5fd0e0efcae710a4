/** Codes and parameters of a proof's texts. */
import { codesWith, type SentenceCodes } from '../../codes.ts';
import type { FindingCode } from './proof.ts';

export const proofCodes = {
  none: { since: 'text' },
  ...codesWith({ n: 'number', most: 'number', red: 'number' }, 'proven', 'unproven'),
  all: { n: 'number', most: 'number' },
  // Headings.
  ...codesWith({}, 'touches', 'hours', 'claims', 'world'),
  // Touches.
  untouched: {},
  byScript: { n: 'number' },
  answer: { at: 'text', by: 'text', choice: 'text' },
  ...codesWith({ at: 'text', by: 'text' }, 'resume', 'stop'),
  // Time.
  worked: { ago: 'text', waited: 'text', after: 'text' },
  unattended: { ago: 'text' },
  silence: { ago: 'text', at: 'text', what: 'text' },
  noSilence: {},
  // Claims.
  ...codesWith({ by: 'text', said: 'text' }, 'work', 'clean', 'ready', 'done'),
  ...codesWith({}, 'witnessed', 'refuted', 'open', 'unwitnessed', 'overruled'),
  ...codesWith({ command: 'text', exitCode: 'value' }, 'green', 'red'),
  ...codesWith({ sha: 'text' }, 'merge', 'commit'),
  files: { n: 'number' },
  redWithout: { what: 'text' },
  tests: { executed: 'number' },
  // Evidence.
  ignoredCheck: { command: 'text' },
  notCompared: { command: 'text' },
  looked: { n: 'number' },
  ...codesWith({ run: 'text', line: 'number' }, 'misfit', 'torn'),
  damaged: { run: 'text', why: 'text' },
  ...codesWith({ what: 'text' }, 'missing', 'changed'),
  ...codesWith({ what: 'text', base: 'text' }, 'unmerged', 'unfetched'),
  unreachable: { what: 'text', branch: 'text' },
} as const satisfies SentenceCodes & Record<FindingCode, object>;
