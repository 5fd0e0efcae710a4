/** Builds one feature in its lane (M-11). The files count; the last line only tells whether the worker is blocked. */

import { nonEmptyLines, stripEmphasis } from '../../../answer-contracts/plain.ts';
import type { RedCheck } from '../../../checks/check-round.ts';
import { ok } from '../../../failure/failure.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import { type WeakenedTest, weakenedNames } from '../../../test-guard/weakened-tests.ts';
import { instructionsFor, type Reason } from '../../../trust/reason.ts';
import { frozenText, lastLine } from '../../converge/implementer.ts';
import { bulletList, callFacts, dataRule, freshSessionRule, joinParts } from './prompt-parts.ts';

export type WorkerReason =
  | { readonly is: 'new' }
  | { readonly is: 'setback'; readonly text: Artifact }
  | { readonly is: 'conflict'; readonly files: readonly string[] }
  /** The stacked base has conflicts before anything is built. */
  | { readonly is: 'ground'; readonly files: readonly string[] }
  | { readonly is: 'red'; readonly red: readonly RedCheck[] }
  | { readonly is: 'proof'; readonly reasons: readonly Reason[] }
  | { readonly is: 'tests'; readonly weakened: readonly WeakenedTest[] }
  | { readonly is: 'scope'; readonly files: readonly string[] };

export interface WorkerInput {
  readonly feature: string;
  readonly round: number;
  readonly task: Artifact;
  readonly checks: readonly string[];
  readonly told: WorkerReason;
  /** Acceptance tests that it cannot change; absent if there are none. */
  readonly frozen?: readonly string[];
  /** The architect's ruling; empty if there is none. */
  readonly ruling: string;
  readonly cwd: string;
}

export type WorkerResult =
  | { readonly is: 'implemented'; readonly line: string }
  | { readonly is: 'blocked'; readonly line: string };

const instructions = [
  'Build one feature in the given working folder: exactly what its assertions say, and nothing beyond it.',
  'Write the tests first, then the code that makes them pass. Do not commit, push, or change branches: the harness commits for you.',
  'Do not weaken, delete or skip existing tests, and do not change the commands that check your work.',
  'A validator that sees only the contract and the product judges your work; it does not read your answer.',
  'End your answer with one line: `WORKER <feature>: implemented — <what>`, or `WORKER <feature>: blocked — <what you would need>` if it cannot be built.',
  freshSessionRule,
  dataRule,
].join('\n');

export const worker: Role<WorkerInput, WorkerResult> = {
  id: 'mission.worker',
  mode: 'exec',
  remembers: true,
  findsTricks: true,
  instructions,
  prompt: ({ feature, round, task, checks, told, frozen = [], ruling, cwd }, read) =>
    joinParts(
      fenceText('feature', read(task)),
      bulletList('These commands must pass:', checks),
      frozenText(frozen),
      ruling === '' ? '' : fenceText('decision of the architect', ruling),
      reasonText(told, read),
      callFacts({ FEATURE_ID: feature, ATTEMPT: round, WORKING_DIRECTORY: cwd }),
    ),
  read: ({ text }) => ok(readResult(text)),
  samples: [
    { is: 'implemented', line: 'WORKER F-1: implemented — it' },
    { is: 'blocked', line: 'WORKER F-1: blocked — a key' },
  ],
};

/** Trusts the worker that it is blocked, but not that it is done: checks and validator decide that. */
function readResult(text: string): WorkerResult {
  const lines = nonEmptyLines(text).map(stripEmphasis);
  const report = lines.findLast((line) => /^WORKER\s+\S+?:?\s+(?:implemented|blocked)\b/.test(line));
  const line = (report ?? lastLine(text)).slice(0, 300);
  return { is: /^WORKER\s+\S+?:?\s+blocked\b/.test(line) ? 'blocked' : 'implemented', line };
}

function reasonText(told: WorkerReason, read: (text: Artifact) => string): string {
  switch (told.is) {
    case 'new':
      return '';
    case 'setback':
      return `The folder contains the work so far. It did not pass:\n${fenceText('setback', read(told.text))}`;
    case 'conflict':
      return [
        'Your feature conflicts with changes that others have merged. The folder contains both, with conflict markers in these files.',
        'Resolve the conflicts so that both features work completely, and leave no conflict marker:',
        fenceText('conflicts', told.files.join('\n')),
      ].join('\n');
    case 'ground':
      return [
        'The folder contains the features that yours builds on, but they conflict: these files contain both sides between conflict markers.',
        'First resolve the conflicts so that each of those features works completely, and leave no conflict marker. Then build yours:',
        fenceText('conflicts', told.files.join('\n')),
      ].join('\n');
    case 'red':
      return [
        'The folder contains your feature together with changes that others have merged. First fix the failures of these commands:',
        ...told.red.map(({ command, tail }) => fenceText(`output of ${command}`, tail)),
      ].join('\n');
    case 'scope':
      return [
        'Your change touches files outside this feature. This was not allowed.',
        'Restore these files, and build the feature without changing them:',
        fenceText('files', told.files.join('\n')),
      ].join('\n');
    case 'proof':
      return [
        'The checks pass, but nothing shows yet that your change works. Correct this first:',
        fenceText('missing', instructionsFor(told.reasons)),
      ].join('\n');
    case 'tests':
      return [
        'Your change weakens tests, changes files that check your work, or instructs later agents. This was not allowed.',
        'Restore these files, and build the feature without touching them:',
        fenceText('weakened', weakenedNames(told.weakened, 100)),
      ].join('\n');
  }
}
