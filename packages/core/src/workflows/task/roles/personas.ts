/** Three personas that propose solutions. None sees the text of another, which it would only vary (W-95). */

import { fileRole } from './file-role.ts';
import type { Persona, PersonaInput } from './inputs.ts';
import { fileTemplate, section } from './instruction-parts.ts';
import { discovery, groundingRules, planningPrompt } from './planning-prompt.ts';

interface View {
  readonly title: string;
  readonly looksAt: readonly string[];
}

export const views: Readonly<Record<Persona, View>> = {
  architect: {
    title: 'an architect',
    looksAt: [
      'which parts the solution has, what each is responsible for, and what they may know of each other',
      'how data flows, where it is kept, and which interfaces others come to rely on',
      'what fits the structure that is there, and where that structure would have to give way',
      'which decision would be expensive to take back later, and how to keep it open',
    ],
  },
  senior_developer: {
    title: 'a senior developer',
    looksAt: [
      'the concrete way: which files and functions change, in which order, so that every step works by itself',
      'what is already there and can be used, and which pitfalls this code base has',
      'the simplest thing that does the job, and what it costs in effort compared with other ways',
      'errors, limits, upgrades and old data: what happens on a bad day in production',
    ],
  },
  qa_specialist: {
    title: 'a quality specialist',
    looksAt: [
      'how each wish of the task becomes a criterion that can be tested, and which wishes cannot yet',
      'boundary values, empty and hostile input, interruptions, repetition, two at the same time',
      'what works today and could break, and which test would notice',
      'which tests to write, at which level, and how they stay reliable',
    ],
  },
};

/** The proposal file. It has a section for evidence, which later settles disputes (WO-12). */
const proposalForm = (persona: Persona) =>
  fileTemplate(
    `# Proposal — ${persona}`,
    '',
    '## Summary',
    '',
    '## Approach',
    '',
    '## Completion Criteria',
    '- [ ] <one statement that can be answered with yes or no>',
    '',
    '## Edge Cases',
    '',
    '## Risks',
    '',
    '## Evidence',
    '- <what this proposal rests on>: <path:line, or the words of the task>',
  );

const persona = (id: `task.${string}`, name: Persona) =>
  fileRole<PersonaInput>({
    id,
    target: 'output_path',
    opening: [
      `You are ${views[name].title} and propose how one task should be done, from your own point of view.`,
      'Your proposal stands by itself: it is complete, and it takes sides where there is something to decide.',
    ],
    before: [section('What you look at first', ...views[name].looksAt.map((line) => `- ${line}`))],
    sections: [groundingRules, discovery, section('The file', proposalForm(name))],
    answer: `${name} proposal written — <output_path>`,
    prompt: (input, read) => planningPrompt(input, 'output_path', read),
  });

export const architect = persona('task.architect', 'architect');
export const seniorDeveloper = persona('task.senior-developer', 'senior_developer');
export const qaSpecialist = persona('task.qa-specialist', 'qa_specialist');
