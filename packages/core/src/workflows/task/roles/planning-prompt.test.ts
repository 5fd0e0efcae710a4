import { describe, expect, test } from 'vitest';
import { fenceText, stablePart } from '../../../role/role.ts';
import { crossCritique } from './cross-critique.ts';
import type { PersonaInput } from './inputs.ts';
import { architectPersona, qaSpecialist, seniorDeveloper, views } from './personas.ts';
import { plannerSingle } from './planner-single.ts';
import { discovery } from './planning-prompt.ts';
import { synthesis, synthesisStandard } from './synthesis.ts';
import { inputs, readName } from './testing/inputs.ts';

const personaRoles = [
  ['architect', architectPersona, inputs['task.architect']],
  ['senior_developer', seniorDeveloper, inputs['task.senior-developer']],
  ['qa_specialist', qaSpecialist, inputs['task.qa-specialist']],
] as const;
const planners = [
  {
    id: plannerSingle.id,
    instructions: plannerSingle.instructions,
    prompt: plannerSingle.prompt(inputs['task.planner-single'], () => ''),
  },
  ...personaRoles.map(([, { id, instructions, prompt }, input]) => ({
    id,
    instructions,
    prompt: prompt(input, () => ''),
  })),
];

describe('the four planning roles', () => {
  test('WO-11 share the text about discovery, letter by letter', () => {
    for (const { instructions } of planners) expect(instructions.split(discovery)).toHaveLength(2);
  });

  test.each(planners)(
    'W-89 W-178 $id has the section of the notes, with empty bodies if there are none',
    ({ prompt }) => {
      const notes = [
        '## Discovery Notes from Spec Phase',
        fenceText('qa_discovery_notes', ''),
        fenceText('critic_findings', ''),
      ];
      expect(prompt).toContain(notes.join('\n\n'));
    },
  );

  test('W-89 get the existing notes and findings', () => {
    const prompt = architectPersona.prompt(inputs['task.architect'], readName);
    expect(prompt).toContain(fenceText('qa_discovery_notes', 'content of docs/harness/add-a-page/qa_notes.md'));
    expect(prompt).toContain(fenceText('critic_findings', 'content of docs/harness/add-a-page/critic_findings.md'));
  });

  test('W-82 get empty conventions if none were found', () => {
    const prompt = architectPersona.prompt({ ...inputs['task.architect'], conventions: '' }, readName);
    expect(prompt).toContain(fenceText('conventions', ''));
  });

  test('W-89 W-178 are the only roles with the notes: neither critique nor synthesis has them', () => {
    const others = [
      `${stablePart(crossCritique)}${crossCritique.prompt(inputs['task.cross-critique'], readName)}`,
      `${stablePart(synthesis)}${synthesis.prompt(inputs['task.synthesis'], readName)}`,
      `${stablePart(synthesisStandard)}${synthesisStandard.prompt(inputs['task.synthesis-standard'], readName)}`,
    ];
    for (const sent of others) expect(sent).not.toMatch(/discovery|qa_discovery_notes|critic_findings/i);
  });
});

describe('the personas', () => {
  test.each(personaRoles)('W-95 %s learns nothing about the two others', (own, role, input) => {
    const sent = `${stablePart(role)}\n${role.prompt(input, readName)}`;
    for (const [other] of personaRoles.filter(([persona]) => persona !== own)) {
      for (const line of views[other].looksAt) expect(sent).not.toContain(line);
      expect(sent).not.toMatch(new RegExp(other.replace('_', '[_ -]'), 'i'));
      expect(sent).not.toContain(views[other].title);
    }
  });

  test.each(personaRoles)('W-95 %s never gets another proposal, even if a caller passes one', (_, role, input) => {
    const more = { ...input, all_proposals: 'another proposal', other_proposals: 'another proposal' };
    expect(role.prompt(more as PersonaInput, readName)).toBe(role.prompt(input, readName));
  });

  test('W-95 a critique gets the two other proposals, never its own', () => {
    const prompt = crossCritique.prompt(inputs['task.cross-critique'], readName);
    expect(prompt).toContain(fenceText('persona', 'architect'));
    expect(prompt).toContain('proposal_senior_developer.md');
    expect(prompt).toContain('proposal_qa_specialist.md');
    expect(prompt).not.toContain('proposal_architect.md');
  });
});

describe('the spec', () => {
  const headings = [
    'Goal',
    'Background',
    'Scope',
    'Approach',
    'Completion Criteria',
    'Testing Strategy',
    'Edge Cases',
    'Risks',
  ];

  test.each([plannerSingle, synthesis, synthesisStandard])('WO-05 $id uses the one form', ({ instructions }) => {
    const form = instructions.split('````')[1] ?? '';
    expect([...form.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(headings);
    expect(form).toContain('\n- [ ] ');
  });

  test.each([synthesis, synthesisStandard])(
    'WO-12 $id adopts agreed points and settles the others by evidence',
    (role) => {
      expect(role.instructions).toContain('Adopt every point on which the proposals agree');
      expect(role.instructions).toContain('better evidence');
      expect(role.instructions).toContain('more conservative');
    },
  );

  test('W-93 only the synthesis of mode multi mentions critiques', () => {
    expect(synthesis.instructions).toContain('`all_critiques`');
    expect(synthesisStandard.instructions).not.toMatch(/critique|criticism/i);
  });
});
