import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPhasePlan, planFolder, planFolders, planPathFor, readPlanFile } from './plan-file.ts';

const head = '# Plan\n\n**Integration Tier:** medium\n\n## Tasks\n\n';
const shape = (text: string) => {
  const { tasks, problem } = readPlanFile(text);
  return problem ?? tasks.map(({ n, title, checkpoint, options }) => [n, title, checkpoint, ...options]);
};

describe('a plan', () => {
  test('has tasks, and a tier in its head', () => {
    const text = `${head}### Task 1: Scan\nFiles: a.ts\n\n### Task 2: Report\nwell\n\n## Risks\nnone\n`;
    expect(readPlanFile(text)).toEqual({
      tier: 'medium',
      problem: null,
      tasks: [
        { n: 1, title: 'Scan', text: '### Task 1: Scan\nFiles: a.ts\n\n', checkpoint: null, options: [] },
        { n: 2, title: 'Report', text: '### Task 2: Report\nwell\n\n', checkpoint: null, options: [] },
      ],
    });
    expect(readPlanFile(text.replaceAll('\n', '\r\n')).tasks).toHaveLength(2);
  });

  test.each([
    ['A-47 a person verifies', '### Task 1: Look [checkpoint:human-verify]', [[1, 'Look', 'human-verify']]],
    ['A-49 a person acts', '### Task 2: [checkpoint:Human-Action] Log in ##', [[2, 'Log in', 'human-action']]],
    [
      'A-48 a person decides',
      '### Task 1: Store [checkpoint:decision]\n- **Files:** a.ts\n- **SQLite**\n1. `Files`\n- sqlite\n- stop\n\n```\n- no\n```',
      [[1, 'Store', 'decision', 'SQLite', 'Files']],
    ],
    [
      'A-48 a decision without options',
      '### Task 1: Store [checkpoint:decision]\ntext',
      [[1, 'Store', 'human-verify']],
    ],
    ['an unknown checkpoint', '### Task 1: Look [checkpoint:review]', [[1, 'Look', 'human-verify']]],
    ['a checkpoint in the text', '### Task 1: Look\n[checkpoint:decision]\n- a', [[1, 'Look', null]]],
    ['a title of a checkpoint only', '### Task 1: [checkpoint:human-verify]', [[1, 'Task 1', 'human-verify']]],
  ])('%s', (_, text, expected) => {
    expect(shape(head + text)).toEqual(expected);
  });

  test.each([
    ['without tasks', head, 'no-tasks'],
    ['with tasks in a code block', `${head}\`\`\`\n### Task 1: a\n\`\`\``, 'no-tasks'],
    ['with a number twice', `${head}### Task 1: a\n### Task 1: b`, 'not-ascending'],
    ['in another order', `${head}### Task 2: a\n### Task 1: b`, 'not-ascending'],
    ['with a task zero', `${head}### Task 0: a`, 'not-ascending'],
    ['of megabytes', 'x'.repeat(2_000_000), 'too-large'],
    [
      'of a thousand and one tasks',
      Array.from({ length: 1_001 }, (_, at) => `### Task ${at + 1}: a\n`).join(''),
      'too-large',
    ],
  ])('%s has none', (_, text, problem) => {
    expect(shape(text)).toBe(problem);
  });

  test('may have gaps and 200 tasks', () => {
    expect(shape(`${head}### Task 1: a\n### Task 3: b`)).toHaveLength(2);
    expect(shape(Array.from({ length: 200 }, (_, at) => `### Task ${at + 1}: a\n`).join(''))).toHaveLength(200);
  });

  test('may contain any text', () => {
    const piece = fc.constantFrom(
      '### Task 1: a',
      '### Task 2: [checkpoint:decision]',
      '- b',
      '```',
      '**Integration Tier:** large',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.string(), (lines, text) => {
        for (const { title, options, checkpoint } of readPlanFile([...lines, text].join('\n')).tasks) {
          expect(title).not.toBe('');
          expect(options.length > 0).toBe(checkpoint === 'decision');
        }
      }),
    );
  });
});

describe('the path of a plan', () => {
  test.each([
    ['docs/changes/scanner/proposal.md', 'docs/changes/scanner/plans/'],
    ['docs/changes/scanner/v2/proposal.md', 'docs/changes/scanner/plans/'],
    ['docs/changes/scanner.md', 'docs/changes/scanner/plans/'],
    ['docs/specs/scanner.md', 'docs/plans/'],
    ['SPEC.md', 'docs/plans/'],
    ['docs/changes/../../x.md', 'docs/plans/'],
  ])('A-35 the plans of %s are in %s', (spec, folder) => {
    expect(planFolder(spec)).toBe(folder);
    expect(planFolders(spec)).toEqual([...new Set([folder, 'docs/plans/'])]);
  });

  const scanner = { specPath: 'docs/changes/scanner/proposal.md', phaseName: 'Core Scanner' };

  test('A-35, A-106 has the date and the name of the phase', () => {
    const path = planPathFor({ ...scanner, date: '2026-03-19T10:00:00Z' });
    expect(path).toBe('docs/changes/scanner/plans/2026-03-19-core-scanner-plan.md');
    expect(planPathFor({ ...scanner, date: '2026-03-19', taken: [path] })).toBe(path.replace('-plan', '-2-plan'));
    expect(planPathFor({ specPath: 'a.md', phaseName: '../../x', date: '2026-03-19' })).toBe(
      'docs/plans/2026-03-19-x-plan.md',
    );
  });

  const inPlans = (...names: readonly string[]) => names.map((name) => `docs/changes/scanner/plans/${name}`);
  const core = { folder: planFolder(scanner.specPath), phaseName: scanner.phaseName };
  test.each([
    [
      'the exact name',
      ['2026-03-19-core-scanner-plan.md', '2026-03-20-core-scanner-cli-plan.md'],
      '2026-03-19-core-scanner-plan.md',
    ],
    [
      'the newest',
      ['2026-03-19-core-scanner-plan.md', '2026-03-21-core-scanner-plan.md'],
      '2026-03-21-core-scanner-plan.md',
    ],
    ['another name around it', ['my-Core-Scanner.md'], 'my-Core-Scanner.md'],
    ['no other phase', ['2026-03-19-rules-plan.md', 'core-scanner.txt', 'old/core-scanner.md'], null],
  ])('A-38 finds %s', (_, names, found) => {
    expect(findPhasePlan(inPlans(...names), core)).toBe(found === null ? null : inPlans(found)[0]);
  });

  test('A-38 finds no plan of another phase', () => {
    const [path = ''] = inPlans('2026-03-19-core-scanner-plan.md');
    expect(findPhasePlan([path], { ...core, taken: [path] })).toBeNull();
    expect(findPhasePlan([path.normalize('NFD')], { ...core, folder: 'docs/plans/' })).toBeNull();
  });

  test('A-38 finds Korean names in any normal form', () => {
    const [path = ''] = inPlans('2026-03-19-규칙-plan.md'.normalize('NFD'));
    expect(findPhasePlan([path], { ...core, phaseName: '규칙' })).toBe(path);
  });
});
