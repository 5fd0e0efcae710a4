/** Plans one phase of an approved spec (A-34, AO-23). It writes the plan and the handoff, and nothing else. */
import * as z from 'zod';
import { answerList, jsonReader, lineOf, linesOf, paragraphOf, readable } from '../../../role/json-answer.ts';
import { joinSections, jsonAnswer, roleSection, textOf } from '../../../role/prompt-text.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import type { HandoffDecision } from '../../../sessions/handoff.ts';
import type { ReadText } from '../../../text/text.ts';
import { dispatchText, fenceParts, handoffForm, inputRules } from './prompt-text.ts';
import type { PhasePlannerInput } from './session-input.ts';

export interface PhasePlannerAnswer {
  readonly summary: string;
  /** Doubts about the plan; a person approves it if there is one. */
  readonly concerns: readonly string[];
  readonly decisions: readonly HandoffDecision[];
}

const planForm = [
  '````markdown',
  '# Plan: <phase>',
  '',
  '**Date:** <YYYY-MM-DD>',
  '**Spec:** <path>',
  '**Tasks:** <number>',
  '**Time:** <3 minutes per task>',
  '**Integration Tier:** <small, medium or large>',
  '',
  '## Goal',
  '## Observable truths',
  '## Non-functional targets',
  '## File map',
  '## Skeleton',
  '## Tasks',
  '',
  '### Task 1: <title>',
  '**Depends on:** <task numbers, or none>',
  '**Files:** <paths>',
  '**Owns:** <files that no other task changes>',
  '**Category:** <integration or nfr; leave the line out otherwise>',
  '',
  '1. <step>',
  '````',
];

const instructions = joinSections(
  [
    'Plan one phase of an approved spec. Other agents build it task by task, and know only your plan.',
    'This text is the skill harness-planning. Plan; build nothing.',
    'Write only two files: the plan at the path behind `Plan:`, and the handoff at the path behind `Handoff:`. Every other change is discarded.',
  ].join('\n'),
  inputRules,
  roleSection(
    'How to plan',
    '- Plan only this phase. Earlier phases are built; later ones have their own plan.',
    '- Open the files that the phase touches. Name real paths, functions, tests and commands.',
    '- State the observable truths first: what a user or a command shows when the phase is complete. Each needs a task.',
    '- A task takes two to five minutes and leaves the checks green. It begins with the test that fails without it.',
    '- Order the tasks so that each builds only on earlier ones. Number them 1, 2, 3 and so on.',
    '- The last tasks connect the new parts to the product. A part that no user can reach is not complete.',
    '- Do not plan to weaken, skip or delete a test.',
    '- Sort what you do not know. BLOCKING: a person must answer it; state it as a concern. ASSUMPTION: state it as a decision, with its reason. DEFERRABLE: leave it to a task.',
    '- A person must see a task before the work continues: add `[checkpoint:human-verify]` to its heading. A person must do something: `[checkpoint:human-action]`.',
    '- A person must choose: `[checkpoint:decision]`. The list items of that task are the options, and it has no other list.',
    '- The integration tier is small for up to two files without a new public export, large for a new package, command or API, and medium otherwise.',
  ),
  roleSection('The plan', ...planForm),
  roleSection(
    'The skeleton',
    'The skeleton is one line per task, in groups, without steps. The line `Skeleton:` of the call says what to do:',
    '- skip: leave the section out.',
    '- default: write the section only if the plan has eight tasks or more.',
    '- approve: write the head and the section `## Skeleton` only, and no task. A person approves it first.',
    '- approved: the plan file contains the skeleton that a person approved. Keep it, and complete the plan.',
  ),
  handoffForm('Add `"planPath": "<path of the plan>"`. Its concerns are the concerns of your answer.'),
  jsonAnswer(
    '{ "summary": "…", "concerns": ["…"], "decisions": [{ "what": "…", "why": "…" }] }',
    'A concern is a doubt that a person should know before the plan is built. Leave the list empty if you have none.',
  ),
);

const answerType = z.object({
  summary: z.string(),
  concerns: answerList(z.string()),
  decisions: answerList(z.object({ what: z.string(), why: z.string() })),
});

const { schema, read } = jsonReader(answerType, ({ summary, concerns, decisions }) =>
  readable({
    summary: paragraphOf(summary),
    concerns: linesOf(concerns),
    decisions: decisions.map(({ what, why }) => ({ what: lineOf(what), why: lineOf(why) })),
  }),
);

export const phasePlanner: Role<PhasePlannerInput, PhasePlannerAnswer> = {
  id: 'autopilot.planner',
  persona: 'harness-planner',
  mode: 'review',
  instructions,
  opening: openingOf,
  prompt: (input, readText) =>
    joinSections(
      ...openingOf(input, readText),
      ...fenceParts(input.context, readText),
      input.notes.length === 0
        ? ''
        : joinSections(
            'A person read the plan and asked for these changes:',
            ...input.notes.map((note) => fenceText('requested change', note)),
          ),
      dispatchText(input, {
        skill: 'harness-planning',
        facts: { Plan: input.plan_path, Skeleton: input.skeleton },
      }),
    ),
  // no output file: it would be removed before the call, and may hold the skeleton that a person approved
  writes: ({ plan_path: plan, handoff_path: handoff }) => [plan, handoff],
  schema,
  read,
  claim: () => null,
  samples: [
    { summary: 'eight tasks', concerns: [], decisions: [] },
    { summary: 'eight tasks', concerns: ['the store is slow'], decisions: [] },
  ],
};

/** The spec is the same in all phases. */
function openingOf({ spec }: PhasePlannerInput, readText: ReadText): readonly string[] {
  return spec === undefined ? [] : [fenceText('spec', textOf(spec, readText))];
}
