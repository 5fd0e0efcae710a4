/** Tests Step 4 through the command: which roles run, in which order, with which model and input. */
import { expect, test } from 'vitest';
import { changesReport, docs, generating, personAnswer, rightSum, taskRepository } from '../../testing/command-task.ts';

interface Shown {
  readonly calls: readonly { readonly role: string; readonly model: string }[];
}

/** A step that records the input of its call. */
const noting = (file: string, names: readonly string[]) => ({
  write: { path: `kept/${file}`, text: names.map((name) => `${name}={${name}}\n`).join('') },
});

const accepting = [personAnswer('Commit', 'No commit')];
const writes = (role: string, path: string, text: string, reply: string) => ({
  when: { role },
  steps: [{ write: { path, text } }],
  reply,
});
const leading = writes(
  'task.lead-developer',
  '{output_path}',
  'THE PLAN for {spec_content}',
  'implementation plan written — {output_path} (1 steps)',
);
const advising = (role: string) =>
  writes(
    role,
    '{output_path}',
    `${role} has read {plan_content}`,
    'review written — {output_path} (1 issues, 0 suggestions)',
  );
const building = ['spec_content', 'qa_feedback', 'repo_path', 'lang', 'scope', 'max_files', 'user_lang', 'round_num'];

test('W-98 W-165 W-169 single: one generator with the executor model and all its input', async () => {
  const repo = taskRepository();
  const names = [...building, 'changes_path', 'verify_failure'];
  const answers = [generating(rightSum, { steps: [noting('given.txt', names)] })];
  const done = await repo.task({ answers, people: accepting }, '--scope', 'sum.js', '--max-files', '7');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.read('kept/given.txt')).toBe(
    [
      ...['spec_content=# Spec\n## Goal\nsum adds\n', 'qa_feedback=(First round)', `repo_path=${repo.path}`],
      ...['lang=unknown', 'scope=sum.js', 'max_files=7', 'user_lang=en', 'round_num=1'],
      ...[`changes_path=${docs}/changes.md`, 'verify_failure={verify_failure}', ''],
    ].join('\n'),
  );
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  expect(calls.map(({ role, model }) => `${role} ${model}`)).toEqual([
    'task.planner-single opus',
    'task.generator-single sonnet',
    'task.evaluator opus',
  ]);
  const order = [
    ...['[harness] Phase: Plan', '✓ spec.md generated', '[harness] Plan complete.', '[harness] Phase: Generate'],
    ...['Dispatching generator sub-agent...', '✓ 1 files changed — sum.js', '[harness] Generate complete.'],
    ...['[harness] Phase: Verify (Layer 1 — Mechanical)', '[harness] Verify (Layer 1) complete.', '  Result : PASS'],
    ...['[harness] Phase: Evaluate (Layer 2+3)', 'Dispatching evaluator sub-agent...', '✓ PASS — all met'],
    ...['[harness] Evaluate complete.', '[harness] ✓ QA PASS — task complete.'],
  ];
  const places = order.map((line) => done.stdout.indexOf(line));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((one, other) => one - other));
});

test('W-99 W-101 standard: a plan, one review of the plan, then the implementation with both', async () => {
  const repo = taskRepository();
  const names = [...building, 'changes_path', 'plan_content', 'advisor_review'];
  const answers = [
    ...['task.architect', 'task.senior-developer'].map((role) =>
      writes(role, '{output_path}', 'idea', 'proposal written — it'),
    ),
    writes(
      'task.synthesis-standard',
      '{spec_path}',
      'THE SPEC',
      'spec.md generated — 1 acceptance criteria, 0 edge cases',
    ),
    leading,
    advising('task.combined-advisor'),
    {
      when: { role: 'task.implementation-standard' },
      steps: [
        { write: { path: 'sum.js', text: rightSum } },
        changesReport,
        noting('given.txt', names),
        // The earlier results exist before this call starts.
        { run: 'ls .harness/generator > kept/there.txt; cp .harness/state.json kept/state-then.json' },
      ],
      reply: '1 files changed — sum.js',
    },
  ];
  const done = await repo.task({ answers, people: accepting }, '--mode', 'standard');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.read('kept/there.txt')).toBe('plan.md\nreview_combined.md\n');
  expect(JSON.parse(repo.read('kept/state-then.json'))).toMatchObject({ phase: 'generating' });
  const given = repo.read('kept/given.txt');
  expect(given).toContain('plan_content=THE PLAN for THE SPEC');
  expect(given).toContain('advisor_review=task.combined-advisor has read THE PLAN for THE SPEC');
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  expect(calls.map(({ role, model }) => `${role} ${model}`).slice(2)).toEqual([
    ...['task.synthesis-standard opus', 'task.lead-developer sonnet', 'task.combined-advisor opus'],
    ...['task.implementation-standard sonnet', 'task.evaluator opus'],
  ]);
  expect(done.stdout).toContain('✓ 2 proposals generated');
  expect(done.stdout).toContain('✓ Plan: implementation plan written — .harness/generator/plan.md (1 steps)');
  expect(done.stdout).toContain('✓ Review: review written — .harness/generator/review_combined.md (1 issues');
  expect(done.stdout).toContain('✓ Code: 1 files changed — sum.js');
});

test('W-100 W-109 W-169 multi: two parallel reviews, and a retry repeats only the implementation', async () => {
  const repo = taskRepository();
  const names = [
    'code_quality_review',
    'test_stability_review',
    'plan_content',
    'verify_failure',
    'verify_report_path',
  ];
  const implementing = (attempt: number, text: string) => ({
    when: { role: 'task.implementation', attempt },
    steps: [{ write: { path: 'sum.js', text } }, changesReport, noting(`given-${attempt}.txt`, names)],
    reply: '1 files changed — sum.js',
  });
  const answers = [
    ...['task.architect', 'task.senior-developer', 'task.qa-specialist', 'task.cross-critique'].map((role) =>
      writes(role, '{output_path}', 'idea', 'it is written — there'),
    ),
    writes('task.synthesis', '{spec_path}', 'THE SPEC', 'spec.md generated — 1 acceptance criteria, 0 edge cases'),
    leading,
    ...['task.code-quality-advisor', 'task.test-stability-advisor'].map(advising),
    ...[implementing(1, 'export const sum = () => 0;\n'), implementing(2, rightSum)],
  ];
  const done = await repo.task({ answers, people: accepting }, '--mode', 'multi');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  const reviews = [
    'code_quality_review=task.code-quality-advisor has read THE PLAN for THE SPEC',
    'test_stability_review=task.test-stability-advisor has read THE PLAN for THE SPEC',
    'plan_content=THE PLAN for THE SPEC',
  ];
  expect(repo.read('kept/given-1.txt').split('\n').slice(0, 3)).toEqual(reviews);
  expect(repo.read('kept/given-2.txt').split('\n')).toEqual([
    ...reviews,
    'verify_failure=FAIL — test: error: sum.js:1:1 sum(1, 2) is 0',
    `verify_report_path=${docs}/verify_report.md`,
    '',
  ]);
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  const roles = calls.map(({ role }) => role);
  expect(roles.slice(-3)).toEqual(['task.implementation', 'task.implementation', 'task.evaluator']);
  expect(roles.filter((role) => /lead|advisor/.test(role)).sort()).toEqual([
    ...['task.code-quality-advisor', 'task.lead-developer', 'task.test-stability-advisor'],
  ]);
  for (const line of ['✓ 3 proposals generated', '✓ 3 cross-critiques completed', '✓ Reviews: 2 advisors completed'])
    expect(done.stdout).toContain(line);
});
