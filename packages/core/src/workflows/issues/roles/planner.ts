/** Plans an issue inside its subsystems, as change groups in the order of their dependencies (I-22 to I-29, IO-04). */
import * as z from 'zod';
import { type SubsystemPart, subsystemParts } from '../../../effects/issues.ts';
import {
  answerList,
  jsonReader,
  lineOf,
  linesOf,
  paragraphOf,
  readable,
  unreadableBecause,
} from '../../../role/json-answer.ts';
import { joinSections, jsonAnswer, numberedList, roleSection } from '../../../role/prompt-text.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import { type CommitType, commitTypes } from '../record/commit-message.ts';
import { factLines, inputRules, readOnlyRule } from './prompt-text.ts';
import type { IssuePlannerInput } from './role-input.ts';

export interface ProposedGroup {
  readonly title: string;
  readonly type: CommitType;
  readonly files: readonly string[];
  readonly changes: string;
  readonly invariants: readonly string[];
}

export interface ProposedPlan {
  readonly goal: string;
  readonly subsystems: readonly { readonly id: string; readonly as: SubsystemPart }[];
  readonly criteria: readonly string[];
  readonly constraints: readonly string[];
  readonly files: readonly string[];
  readonly groups: readonly ProposedGroup[];
  readonly risks: readonly string[];
}

export type IssuePlannerAnswer =
  | { readonly is: 'plan'; readonly plan: ProposedPlan }
  | { readonly is: 'blocked'; readonly questions: readonly string[] };

const instructions = joinSections(
  'Plan the change for one issue. Other agents make it, group by group; you change nothing.',
  inputRules,
  roleSection(
    'How to plan',
    readOnlyRule,
    '- Find the goal, the acceptance criteria and the constraints in the issue. Without a template: the goal is the title or the first sentence; criteria are sentences with should, must or needs to, lists and checkboxes; constraints are sentences with do not, without, must not or keep.',
    '- Read the specs first: what each subsystem owns, its invariants, its dependents and its dependencies. Read source only after that, and only files of the subsystems that the change can reach.',
    '- Name each subsystem that is touched: `primary` if its files change, `consumer` if it depends on a changed one, `provider` if a changed one depends on it.',
    '- Split the change into groups that can each be committed alone: those that others depend on come first. A change and its tests belong to the same group. One group is enough for a small issue.',
    '- `files` of a group lists every file that it may change, as paths or globs, with the files of its tests. A change outside of them is refused. `files` of the plan covers all groups, and nothing else.',
    '- `invariants` of a group are the ids of those that its change could break.',
    '- Look for risks: files that were fixed recently, known gaps, and consumers that would break.',
    '- Never plan a change of a spec below `subsystems_knowledge`, of a test that only makes it weaker, or of the commands that check the work.',
    '- Do not guess. If the files or the criteria cannot be found out, or access or a decision of a person is missing, answer with `blocked` and concrete questions. An issue that asks for something other than a change of this repository is blocked too.',
  ),
  jsonAnswer(
    '{ "goal": "…", "subsystems": [{ "id": "app/core", "as": "primary" }], "criteria": ["…"], "constraints": ["…"], "files": ["src/core/**"],\n' +
      '  "groups": [{ "title": "add a total", "type": "feat", "files": ["src/core/total.ts", "test/total.test.ts"], "changes": "…", "invariants": ["app/core#INV-1"] }],\n' +
      '  "risks": ["…"], "blocked": null }',
    '`type` is feat, fix, refactor, test, docs or chore. `title` becomes the subject of the commit: short, in the imperative, without the type.',
    '`changes` says in a few sentences what changes in which file.',
    '`blocked` is null, or { "questions": ["…"] }; then the lists may be empty.',
  ),
);

const answerType = z.object({
  goal: z.string(),
  subsystems: answerList(z.object({ id: z.string(), as: z.enum(subsystemParts) })),
  criteria: answerList(z.string()),
  constraints: answerList(z.string()),
  files: answerList(z.string()),
  groups: answerList(
    z.object({
      title: z.string(),
      type: z.enum(commitTypes),
      files: answerList(z.string()),
      changes: z.union([z.string(), answerList(z.string())]),
      invariants: answerList(z.string()),
    }),
  ),
  risks: answerList(z.string()),
  blocked: z.object({ questions: answerList(z.string()) }).nullable(),
});

/** More groups are no plan of one issue, and would not fit into the state of a run. */
const maxGroups = 20;
const maxLines = 20;

const { schema, read } = jsonReader<z.infer<typeof answerType>, IssuePlannerAnswer>(answerType, (answer) => {
  if (answer.blocked !== null) {
    const questions = few(answer.blocked.questions);
    return questions.length > 0
      ? readable({ is: 'blocked', questions })
      : unreadableBecause('it is blocked, and asks no question');
  }
  const { groups } = answer;
  if (groups.length === 0) return unreadableBecause('it has no group and is not blocked');
  if (groups.length > maxGroups) return unreadableBecause(`it has more than ${maxGroups} groups`);
  if (groups.some(({ title }) => lineOf(title) === '')) return unreadableBecause('a group has no title');
  if (groups.some(({ files }) => linesOf(files).length === 0)) return unreadableBecause('a group names no file');
  return readable({ is: 'plan', plan: toPlan(answer) });
});

const few = (texts: readonly string[]): readonly string[] => linesOf(texts).slice(0, maxLines);

function toPlan(answer: z.infer<typeof answerType>): ProposedPlan {
  const { goal, subsystems, criteria, constraints, files, groups, risks } = answer;
  return {
    goal: lineOf(goal),
    subsystems: subsystems.map(({ id, as }) => ({ id: lineOf(id), as })),
    criteria: few(criteria),
    constraints: few(constraints),
    files: linesOf(files),
    groups: groups.map(({ title, type, files: own, changes, invariants }) => ({
      title: lineOf(title),
      type,
      files: linesOf(own),
      changes: paragraphOf(typeof changes === 'string' ? changes : changes.join('\n')),
      invariants: linesOf(invariants),
    })),
    risks: few(risks),
  };
}

const sampleGroup: ProposedGroup = {
  title: 'add a total',
  type: 'feat',
  files: ['src/a.ts'],
  changes: 'adds total()',
  invariants: ['app/core#INV-1'],
};

const samplePlan: ProposedPlan = {
  goal: 'a total',
  subsystems: [{ id: 'app/core', as: 'primary' }],
  criteria: [],
  constraints: [],
  files: ['src/a.ts'],
  groups: [sampleGroup],
  risks: [],
};

export const issuePlanner: Role<IssuePlannerInput, IssuePlannerAnswer> = {
  id: 'issues.planner',
  mode: 'review',
  instructions,
  prompt: ({ issue, text, specs, notes, problems, finished, foreign }, readText) =>
    joinSections(
      fenceText('subsystems', readText(specs)),
      fenceText('issue', readText(text)),
      numberedList('notes of a person', notes),
      numberedList(
        'groups that are committed: plan only the rest',
        finished.map(({ title, commit }) => `${commit.slice(0, 12)} ${title}`),
      ),
      numberedList('files that a person is changing: plan no change of them', foreign),
      numberedList('problems of your last plan: correct them', problems),
      factLines({ Issue: issue }),
    ),
  schema,
  read,
  samples: [
    { is: 'plan', plan: samplePlan },
    { is: 'plan', plan: { ...samplePlan, groups: [sampleGroup, { ...sampleGroup, title: 'show it', type: 'docs' }] } },
    { is: 'blocked', questions: ['Which file?'] },
  ],
};
