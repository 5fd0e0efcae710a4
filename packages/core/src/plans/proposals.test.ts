import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planName, readPlan } from '../input-files/plan-file.ts';
import { planFile, proposal } from '../testing/plans.ts';
import { draftPlan } from './draft.ts';
import { planDefects } from './graph.ts';
import { guardrailViolations, type KnownPlans, sortProposals } from './guardrails.ts';
import { fileNameOf, type Proposal, proposalOf, proposalsSchema } from './proposal.ts';

const known: KnownPlans = { active: ['0003'], completed: ['0001', '0002'], tags: ['login', 'pay'] };
const wrong = (proposals: readonly Proposal[], most = 30) => guardrailViolations(proposals, known, most);

describe('the guardrails', () => {
  test.each<[string, readonly Proposal[], readonly string[]]>([
    [
      'valid proposals',
      [proposal('0004', { depends_on: ['0001', '0003'] }), proposal('0005', { depends_on: ['0004'] })],
      [],
    ],
    ['no proposals', [], []],
    ['the id of a completed plan', [proposal('0001')], []],
    ['the id of an active plan', [proposal('0003')], []],
    ['the id reserved for people', [proposal('9999')], ['the id 9999 is reserved for people']],
    ['an id twice', [proposal('0004'), proposal('0004', { slug: 'x' })], ['duplicate-id: 0004']],
    ['a slug twice', [proposal('0004', { slug: 'x' }), proposal('0005', { slug: 'x' })], ['duplicate slug: x']],
    ['itself as its dependency', [proposal('0004', { depends_on: ['0004'] })], ['self-dependency: 0004']],
    ['a missing dependency', [proposal('0004', { depends_on: ['0009'] })], ['missing-dependency: 0004 -> 0009']],
    [
      'a cycle',
      [proposal('0005', { depends_on: ['0004'] }), proposal('0004', { depends_on: ['0005'] })],
      ['cycle: 0004 -> 0005'],
    ],
    [
      'an unknown tag',
      [proposal('0004', { acceptance_tags: ['login', 'fly'] })],
      ['unknown acceptance tag of 0004: fly'],
    ],
  ])('check %s', (_, proposals, expected) => {
    expect(wrong(proposals)).toEqual(expected);
  });

  test('count only new plans against the limit', () => {
    const ids = ['0004', '0005', '0006'];
    const proposals = [proposal('0001'), ...ids.map((id) => proposal(id))];
    expect(wrong(proposals, 3)).toEqual([]);
    expect(wrong(proposals, 2)).toEqual(['3 plans are proposed; the maximum is 2']);
  });

  test('accept any tag if the spec has no criteria', () => {
    expect(guardrailViolations([proposal('0004', { acceptance_tags: ['fly'] })], { ...known, tags: null }, 30)).toEqual(
      [],
    );
  });

  test('sort new plans after their dependencies', () => {
    const proposals = [
      proposal('0004', { depends_on: ['0006', '0001'] }),
      proposal('0005', { depends_on: ['0004', '0003'] }),
      proposal('0006'),
    ];
    expect(sortProposals(proposals, known).fresh.map(({ id }) => id)).toEqual(['0006', '0004', '0005']);
  });

  test('DO-17 skip completed plans and report active ones as conflicts', () => {
    const proposals = ['0001', '0003', '0004'].map((id) => proposal(id));
    expect(sortProposals(proposals, known)).toEqual({ fresh: [proposals[2]], skipped: ['0001'], conflicts: ['0003'] });
  });
});

describe('an answer of the planner', () => {
  const plain = { id: '0001', slug: 'a', title: 'A', phase: 'one', estimated_passes: 1, summary: 'S' };
  const full = { ...plain, depends_on: [], scope_bullets: [], acceptance_tags: [] };

  test.each([
    ['as proposals', { proposals: [plain] }],
    ['as plans', { plans: [plain] }],
    ['without a name', [plain]],
  ])('may hold the list %s; missing lists are empty', (_, answer) => {
    expect(proposalsSchema.parse(answer).proposals.map(proposalOf)).toEqual([full]);
  });

  test('may number its phases', () => {
    expect(proposalsSchema.parse([{ ...plain, phase: 2 }]).proposals[0]?.phase).toBe('2');
  });

  test.each<[string, object]>([
    ['an id without four digits', { id: '1' }],
    ['an id that is a number', { id: 1 }],
    ['a slug that is a path', { slug: '../a' }],
    ['a slug with capitals', { slug: 'Login' }],
    ['a slug that is too long', { slug: 'a'.repeat(61) }],
    ['a title of two lines', { title: 'a\nb' }],
    ['no title', { title: ' ' }],
    ['half a pass', { estimated_passes: 0.5 }],
    ['no pass', { estimated_passes: 0 }],
    ['no summary', { summary: '' }],
    ['a dependency by name', { depends_on: ['login'] }],
    ['a tag with a space', { acceptance_tags: ['a b'] }],
    ['an unknown kind', { kind: 'chore' }],
    ['changes outside of the repository', { changes: ['../a'] }],
  ])('with %s is refused', (_, more) => {
    expect(proposalsSchema.safeParse({ proposals: [{ ...plain, ...more }] }).success).toBe(false);
  });

  test.each([null, 'text', 7, {}, { proposals: {} }])('of %j is refused', (answer) => {
    expect(proposalsSchema.safeParse(answer).success).toBe(false);
  });
});

describe('a plan draft', () => {
  test('DO-16 has the sections of a plan, in order', () => {
    const text = draftPlan(proposal('0004', { depends_on: ['0001'], acceptance_tags: ['login'] }), 'docs/spec.md');
    expect(text.match(/^## .*$/gm)).toEqual(
      ['Goal', 'Why Now', 'Scope', 'Out Of Scope', 'Milestones', 'Validation', 'Open Questions', 'Decision Log'].map(
        (title) => `## ${title}`,
      ),
    );
    expect(text).toContain('criterion `login`');
    expect(text).toContain('`docs/spec.md`');
  });

  test('says its kind of work and the tests that it changes, and reads back', () => {
    const text = draftPlan(proposal('0004', { kind: 'config', changes: ['test/**'] }), 'docs/spec.md');
    expect(readPlan('0004-a.md', text)).toMatchObject({ ok: true, plan: { kind: 'config', changes: ['test/**'] } });
  });

  test("has no section from the planner's text", () => {
    const text = draftPlan(proposal('0004', { summary: 'a\n## Validation\nnone\n---\n  # x' }), 'docs/spec.md');
    expect(text.match(/^\s*#+ .*$/gm)).toHaveLength(8);
  });

  const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
  const proposed = fc
    .array(
      fc.record({
        title: line,
        phase: line,
        summary: line,
        bullets: fc.array(line, { maxLength: 3 }),
        wants: fc.array(fc.nat(9)),
      }),
      { maxLength: 8 },
    )
    .map((rows) =>
      rows.map(({ title, phase, summary, bullets, wants }, n) =>
        proposal(`00${10 + n}`, {
          title,
          phase,
          summary,
          scope_bullets: bullets,
          acceptance_tags: n % 2 === 0 ? ['login'] : [],
          ...(n % 3 === 0 ? { kind: 'refactor' as const, changes: ['test/**'] } : {}),
          depends_on: [...new Set(wants)].filter((other) => other < n).map((other) => `00${10 + other}`),
        }),
      ),
    )
    .map((proposals) => proposalsSchema.safeParse({ proposals }))
    .filter((read) => read.success)
    .map((read) => (read.data?.proposals ?? []).map(proposalOf));

  test('after the guardrails, every proposal parses and the graph has no defect', () => {
    const existing = [planFile('0001', [], 'completed'), planFile('0002', [], 'completed'), planFile('0003')];
    fc.assert(
      fc.property(proposed, (proposals) => {
        expect(wrong(proposals)).toEqual([]);
        const files = proposals.map((one) => {
          const [path, name] = [`docs/exec-plans/active/${fileNameOf(one)}`, planName(fileNameOf(one))];
          const read = readPlan(path, draftPlan(one, 'docs/spec.md'));
          if (!read.ok || name === null) throw new Error(JSON.stringify(read));
          expect(read.plan).toMatchObject({ id: one.id, title: one.title.trim(), acceptanceTags: one.acceptance_tags });
          return { ...read.plan, path, fileId: name.id, slug: name.slug, place: 'active' as const };
        });
        expect(planDefects([...existing, ...files])).toEqual([]);
      }),
    );
  });
});
