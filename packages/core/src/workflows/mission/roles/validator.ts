/**
 * Judges a feature against the contract (M-12), without the worker's words. The last line of its
 * answer is the verdict. A verdict about another feature or round, about another number of assertions, or a pass with
 * failures is unreadable. A pass without a verified assertion counts as failing.
 */

import { lastLineOf } from '../../../answer-contracts/last-line.ts';
import { outcomeOf } from '../../../answer-contracts/match.ts';
import { fail, ok } from '../../../failure/failure.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import { type Issue, parseIssues } from '../../../mission/issue.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import { bulletList, callFacts, dataRule, freshSessionRule, joinParts } from './prompt-parts.ts';

export interface CommandOutput {
  readonly command: string;
  readonly tail: string;
}

export interface ValidatorInput {
  readonly feature: string;
  readonly round: number;
  /** The assertions of this feature. */
  readonly task: Artifact;
  /** The number of these assertions; absent in runs of earlier releases. */
  readonly claims?: number;
  /** Commands that the harness ran on exactly these files, all green. */
  readonly green: readonly string[];
  readonly printed?: readonly CommandOutput[];
  readonly cwd: string;
}

export interface ValidatorResult {
  readonly item: string;
  /** Absent in journals of earlier releases. */
  readonly round?: number;
  readonly passed: boolean;
  readonly pass: number;
  readonly fail: number;
  readonly issues: readonly Issue[];
  /** Text for the next worker. */
  readonly said: string;
  readonly line: string;
}

const instructions = [
  'Validate one feature as a black box: you get the assertions that it must make true, and the product. Change nothing.',
  'You do not know who built it, or why. Judge what the product does, not how it is written.',
  'If an assertion names a command, the harness ran it and shows you its output. This output is evidence, and so is the content of the files.',
  'An assertion holds only if you saw it hold: quote the evidence for each one. An assertion that you could not see hold has failed. When in doubt, it has failed.',
  'Report each other problem, outside the assertions, as one JSON object per line: {"title":"…","severity":"critical|major|minor|nit","evidence":"…","repro":"…","suggestedFix":"…","codePointer":"path:line"}',
  'End your answer with exactly one line: `VALIDATOR <feature> round <n>: passed|failing — P pass, F fail`, where P and F count the assertions: together all of them. Write nothing after it.',
  freshSessionRule,
  dataRule,
].join('\n');

const maxSaid = 6_000;
const form =
  /^VALIDATOR\s+(?<item>\S+)\s+round\s+(?<round>\d+)\s*:\s*(?<said>passed|failing)\s*(?:[—–]|--?)\s*(?<pass>\d+)\s+pass(?:ed)?,\s*(?<fail>\d+)\s+fail(?:ed|ing)?\.?$/;
const verdict = lastLineOf('VALIDATOR <feature> round <n>: …', (line) => form.exec(line)?.groups);

export const validator: Role<ValidatorInput, ValidatorResult> = {
  id: 'mission.validator',
  mode: 'review',
  remembers: true,
  judges: true,
  instructions,
  prompt: ({ feature, round, task, claims, green, printed = [], cwd }, read) =>
    joinParts(
      fenceText('assertions', read(task)),
      bulletList('The harness ran these commands on exactly these files, and they passed:', green),
      ...printed.map(({ command, tail }) => fenceText(`printed by ${command}`, tail)),
      callFacts({
        FEATURE_ID: feature,
        ROUND: round,
        ...(claims === undefined ? {} : { ASSERTIONS: claims }),
        WORKING_DIRECTORY: cwd,
      }),
    ),
  read({ text }) {
    const last = outcomeOf(verdict({ text }));
    if (!last.ok) return last;
    const { item = '', round, said, pass, fail: failed } = last.value;
    const [passes, failures] = [Number(pass), Number(failed)];
    if (said === 'passed' && failures > 0) return fail('agent.schema', { reason: `passed, with ${failures} failing` });
    const issues = parseIssues(text, item);
    if (!issues.ok) return issues;
    const passed = said === 'passed' && passes > 0;
    return ok({
      item,
      round: Number(round),
      passed,
      pass: passes,
      fail: failures,
      issues: issues.value,
      said: text.slice(-maxSaid),
      line: `${said} — ${passes} pass, ${failures} fail`,
    });
  },
  judge(value, { feature, round, claims }) {
    const unreadable = (reason: string) => fail('agent.schema', { reason });
    if (value.item !== feature) return unreadable(`the verdict is about ${value.item}`);
    if (value.round !== round) return unreadable(`the verdict is about round ${value.round}, not ${round}`);
    const counted = value.pass + value.fail;
    if (claims !== undefined && counted !== claims) return unreadable(`${counted} of ${claims} assertions are counted`);
    return ok(value);
  },
  samples: [
    { item: 'F-1', passed: true, pass: 1, fail: 0, issues: [], said: '', line: 'passed — 1 pass, 0 fail' },
    { item: 'F-1', passed: false, pass: 0, fail: 1, issues: [], said: '', line: 'failing — 0 pass, 1 fail' },
    {
      item: 'F-1',
      passed: true,
      pass: 1,
      fail: 0,
      said: '',
      line: 'passed — 1 pass, 0 fail',
      issues: [{ title: 'it leaks', severity: 'major', foundDuring: 'F-1' }],
    },
  ],
};
