/** Builds one feature in its lane (M-11). The files count; the last line only tells whether the worker is blocked. */

import { lastLineOf } from '../../../answer-contracts/last-line.ts';
import type { RedCheck } from '../../../checks/check-round.ts';
import { ok } from '../../../failure/failure.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import { type WeakenedTest, weakenedNames } from '../../../test-guard/weakened-tests.ts';
import { lastLine } from '../../converge/implementer.ts';
import { bulletList, callFacts, dataRule, freshSessionRule, joinParts } from './prompt-parts.ts';

/** Why the worker is called: a new feature, a failed attempt, or a setback within this lane. */
export type WorkerReason =
  | { readonly is: 'new' }
  | { readonly is: 'setback'; readonly text: Artifact }
  | { readonly is: 'conflict'; readonly files: readonly string[] }
  /** The stacked base has conflicts before anything is built. */
  | { readonly is: 'ground'; readonly files: readonly string[] }
  | { readonly is: 'red'; readonly red: readonly RedCheck[] }
  | { readonly is: 'tests'; readonly weakened: readonly WeakenedTest[] }
  | { readonly is: 'scope'; readonly files: readonly string[] };

export interface WorkerInput {
  readonly feature: string;
  readonly round: number;
  readonly task: Artifact;
  readonly checks: readonly string[];
  readonly told: WorkerReason;
  /** The architect's ruling; empty if there is none. */
  readonly ruling: string;
  readonly cwd: string;
}

export type WorkerResult =
  | { readonly is: 'implemented'; readonly line: string }
  | { readonly is: 'blocked'; readonly line: string };

const instructions = [
  'You build one feature in the working folder you are given: exactly what its assertions say, and nothing beyond it.',
  'Write the tests first, then what makes them pass. Do not commit, push, or change branches: the harness commits for you.',
  'Do not weaken, delete or skip existing tests, and do not touch the commands that check your work.',
  'Somebody who sees only the contract and the product validates what you did; your words are not read there.',
  'End your answer with one line: `WORKER <feature>: implemented — <what>`, or `WORKER <feature>: blocked — <what you would need>` when it cannot be done.',
  freshSessionRule,
  dataRule,
].join('\n');

export const worker: Role<WorkerInput, WorkerResult> = {
  id: 'mission.worker',
  mode: 'exec',
  remembers: true,
  findsTricks: true,
  instructions,
  prompt: ({ feature, round, task, checks, told, ruling, cwd }, read) =>
    joinParts(
      fenceText('feature', read(task)),
      bulletList('These commands must pass:', checks),
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

const report = lastLineOf('WORKER <feature>: implemented|blocked', (line) =>
  /^WORKER\s+\S+?:?\s+(?:implemented|blocked)\b/.test(line) ? line : undefined,
);

/** Trusts the worker that it is blocked, but not that it is done: checks and validator decide that. */
function readResult(text: string): WorkerResult {
  const parsed = report({ text });
  const line = (parsed.is === 'match' ? parsed.value : lastLine(text)).slice(0, 300);
  return { is: /^WORKER\s+\S+?:?\s+blocked\b/.test(line) ? 'blocked' : 'implemented', line };
}

function reasonText(told: WorkerReason, read: (text: Artifact) => string): string {
  switch (told.is) {
    case 'new':
      return '';
    case 'setback':
      return `What was built so far is in the folder. It did not pass:\n${fenceText('setback', read(told.text))}`;
    case 'conflict':
      return [
        'Your feature conflicts with what others merged meanwhile. Both are in the folder, with conflict marks in these files.',
        'Resolve them so that both features are whole, and leave no mark:',
        fenceText('conflicts', told.files.join('\n')),
      ].join('\n');
    case 'ground':
      return [
        'The features that yours builds on are in the folder, and do not fit together yet: these files hold both sides, between conflict marks.',
        'First resolve them so that each of those features is whole, and leave no mark; then build yours:',
        fenceText('conflicts', told.files.join('\n')),
      ].join('\n');
    case 'red':
      return [
        'What others merged meanwhile is in the folder together with your feature. First repair what these commands showed:',
        ...told.red.map(({ command, tail }) => fenceText(`output of ${command}`, tail)),
      ].join('\n');
    case 'scope':
      return [
        'Your change touches files that are not of this feature, and that was not allowed.',
        'Bring these back as they were, and build the feature without them:',
        fenceText('files', told.files.join('\n')),
      ].join('\n');
    case 'tests':
      return [
        'Your change takes away tests, or changes what checks your work, and that was not allowed.',
        'Bring these back as they were, and build the feature without touching them:',
        fenceText('weakened', weakenedNames(told.weakened, 100)),
      ].join('\n');
  }
}
