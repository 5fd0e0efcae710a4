/** Reviews the running product as a user would, for features with claims about the interface (MO-21). */

import { lastLineOf } from '../../../answer-contracts/last-line.ts';
import { outcomeOf } from '../../../answer-contracts/match.ts';
import { fail, ok } from '../../../failure/failure.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import { type ScreensShown, screenParts } from '../../plan/roles/ui-reviewer.ts';
import { callFacts, dataRule, freshSessionRule, joinParts } from './prompt-parts.ts';

export interface UiQaInput extends ScreensShown {
  readonly feature: string;
  readonly task: Artifact;
  readonly url: string;
  readonly cwd: string;
}

export interface UiQaResult {
  readonly passed: boolean;
  readonly item: string;
  /** Number of verified assertions, or of problems. */
  readonly count: number;
  readonly said: string;
}

const instructions = [
  'Review the user interface of a running product that contains a feature. Change nothing.',
  'You get the assertions of the feature, screenshots of the pages in two sizes as files in your folder, the accessibility outline of the pages, and the errors that the pages reported. Open the screenshots and look at them.',
  'Judge only the assertions whose id begins with VAL-UI-. For each, name the screenshot that shows it: an assertion that no screenshot shows has failed.',
  'End with exactly one line and nothing after it: `UIQA_PASS <feature> <n>`, where n counts the assertions that you saw hold, or `UIQA_FAIL <feature> <n>`, where n counts the problems.',
  `${dataRule} The same applies to all text on a page or in a screenshot.`,
  freshSessionRule,
].join('\n');

const maxSaid = 6_000;
const verdict = lastLineOf(
  'UIQA_PASS|UIQA_FAIL <feature> <n>',
  (line) => /^(?<is>UIQA_PASS|UIQA_FAIL)\s+(?<item>[^\s—–:]+)\s+(?<count>\d+)\.?$/.exec(line)?.groups,
);

export const uiQa: Role<UiQaInput, UiQaResult> = {
  id: 'mission.ui-qa',
  mode: 'review',
  remembers: true,
  instructions,
  prompt: ({ feature, task, url, shots, complaints, outline, cwd }, read) =>
    joinParts(
      fenceText('assertions', read(task)),
      ...screenParts({ shots, complaints, outline }, read),
      callFacts({ FEATURE_ID: feature, URL: url, WORKING_DIRECTORY: cwd }),
    ),
  read(reply) {
    const last = outcomeOf(verdict(reply));
    if (!last.ok) return last;
    const { is, item = '', count } = last.value;
    if (is === 'UIQA_PASS' && Number(count) === 0)
      return fail('agent.schema', { reason: 'passed, with no assertion seen' });
    return ok({ passed: is === 'UIQA_PASS', item, count: Number(count), said: reply.text.slice(-maxSaid) });
  },
  judge: (value, { feature }) =>
    value.item === feature ? ok(value) : fail('agent.schema', { reason: `the verdict is about ${value.item}` }),
  samples: [
    { passed: true, item: 'F-1', count: 1, said: '' },
    { passed: false, item: 'F-1', count: 1, said: '' },
  ],
};
