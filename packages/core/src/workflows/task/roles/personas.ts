/** Three personas that propose solutions. None sees the text of another, which it would only vary (W-95). */

import { fileRole } from './file-role.ts';
import type { Persona, PersonaInput } from './inputs.ts';
import { fileTemplate, promptSection } from './instruction-parts.ts';
import { discovery, groundingRules, planningPrompt } from './planning-prompt.ts';

interface View {
  readonly title: string;
  readonly looksAt: readonly string[];
}

export const views: Readonly<Record<Persona, View>> = {
  architect: {
    title: 'an architect',
    looksAt: [
      'the parts of the solution, the responsibility of each, and what each may know about the others',
      'how data flows, where it is stored, and which interfaces other code will depend on',
      'what fits the existing structure, and where that structure would have to change',
      'which decisions would be expensive to reverse later, and how to keep them open',
    ],
  },
  senior_developer: {
    title: 'a senior developer',
    looksAt: [
      'the concrete steps: which files and functions change, in which order, so that every step works on its own',
      'what already exists and can be reused, and which pitfalls this code base has',
      'the simplest solution that does the job, and its effort compared with alternatives',
      'errors, limits, upgrades and old data: what can go wrong in production',
    ],
  },
  qa_specialist: {
    title: 'a quality specialist',
    looksAt: [
      'how each requirement of the task becomes a testable criterion, and which requirements are not testable yet',
      'boundary values, empty and hostile input, interruptions, repetition, concurrent use',
      'what works today and could break, and which test would detect it',
      'which tests to write, at which level, and how to keep them reliable',
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
    '- <fact behind this proposal>: <path:line, or a quote from the task>',
  );

const persona = (id: `task.${string}`, name: Persona) =>
  fileRole<PersonaInput>({
    id,
    target: 'output_path',
    opening: [
      `You are ${views[name].title}. Propose how to do one task, from your own point of view.`,
      'Make the proposal complete and self-contained. If there are alternatives, choose one.',
    ],
    before: [promptSection('Look at these points first', ...views[name].looksAt.map((line) => `- ${line}`))],
    sections: [groundingRules, discovery, promptSection('The file', proposalForm(name))],
    answer: `${name} proposal written — <output_path>`,
    prompt: (input, read) => planningPrompt(input, 'output_path', read),
  });

export const architectPersona = persona('task.architect', 'architect');
export const seniorDeveloper = persona('task.senior-developer', 'senior_developer');
export const qaSpecialist = persona('task.qa-specialist', 'qa_specialist');
