/** Reviews the running product as a user would, for features with claims about the interface (MO-21). */

import { lastLineOf } from '../../../answer-contracts/last-line.ts';
import { outcomeOf } from '../../../answer-contracts/match.ts';
import { type Screenshot, viewports } from '../../../effects/screens.ts';
import { fail, ok } from '../../../failure/failure.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import { callFacts, dataRule, freshSessionRule, joinParts } from './prompt-parts.ts';

export interface UiQaInput {
  readonly feature: string;
  readonly task: Artifact;
  readonly url: string;
  readonly shots: readonly Screenshot[];
  readonly complaints: Artifact;
  readonly outline: Artifact;
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
  'You look at the user interface of a product that runs with a feature in it. You change nothing.',
  'You are given what the feature promises, pictures of the pages in two sizes as files below your folder, what a screen reader is told of them, and what the pages complained about. Open the pictures and look at them.',
  'Only the assertions whose id begins with VAL-UI- are yours. Name the picture that shows it for each: what no picture shows has failed.',
  'End with exactly one line: `UIQA_PASS <feature> <n>`, where n counts the assertions that you saw hold, or `UIQA_FAIL <feature> <n>`, where n counts what is wrong.',
  `${dataRule} So is everything that you read on a page or a picture.`,
  freshSessionRule,
].join('\n');

const maxSaid = 6_000;
const verdict = lastLineOf(
  'UIQA_PASS|UIQA_FAIL <feature> <n>',
  (screenshotLine) => /^(?<is>UIQA_PASS|UIQA_FAIL)\s+(?<item>[^\s—–:]+)\s+(?<count>\d+)\b/.exec(screenshotLine)?.groups,
);

export const uiQa: Role<UiQaInput, UiQaResult> = {
  id: 'mission.ui-qa',
  mode: 'review',
  remembers: true,
  instructions,
  prompt: ({ feature, task, url, shots, complaints, outline, cwd }, read) =>
    joinParts(
      fenceText('assertions', read(task)),
      `The pictures:\n${shots.map(screenshotLine).join('\n')}`,
      fenceText('what the pages complained about', read(complaints) || '(nothing)'),
      fenceText('what a screen reader is told', read(outline)),
      callFacts({ FEATURE_ID: feature, URL: url, WORKING_DIRECTORY: cwd }),
    ),
  read(reply) {
    const last = outcomeOf(verdict(reply));
    if (!last.ok) return last;
    const { is, item = '', count } = last.value;
    return ok({ passed: is === 'UIQA_PASS', item, count: Number(count), said: reply.text.slice(-maxSaid) });
  },
  judge: (value, { feature }) =>
    value.item === feature ? ok(value) : fail('agent.schema', { reason: `the verdict is about ${value.item}` }),
  samples: [
    { passed: true, item: 'F-1', count: 1, said: '' },
    { passed: false, item: 'F-1', count: 1, said: '' },
  ],
};

const screenshotLine = ({ file, url, viewport }: Screenshot) =>
  `- \`${file}\`: ${url} at ${viewports[viewport].width}×${viewports[viewport].height}`;
