/** Tests Steps 6 and 7 through the command: the input of the evaluator, its verdict and report, and the rounds. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  changesReport,
  docs,
  evaluating,
  freshVerify,
  generating,
  personAnswer,
  rightSum,
  type TaskDocument,
  taskRepository,
  writeTaskSession,
} from '../../testing/command-task.ts';

interface Asked {
  readonly questions: readonly {
    id: string;
    header: string;
    question: string;
    options: readonly { label: string }[];
  }[];
}
const resuming = personAnswer('Session', 'Resume');
const noCommit = personAnswer('Commit', 'No commit');
const qa = `${docs}/qa_report.md`;

test('W-126 W-127 W-128 the evaluator receives spec, paths and results, but neither the author, the method nor the reasons', async () => {
  const repo = taskRepository();
  repo.write('repo/CLAUDE.md', 'CLAUDEWORD\n'.repeat(60));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Conventions');
  const writes = (role: string, path: string, text: string, reply: string) => ({
    when: { role },
    steps: [{ write: { path, text } }],
    reply,
  });
  const ten = ['spec_content', 'changed_files_list', 'test_available', 'build_cmd', 'test_cmd', 'round_num', 'scope'];
  const given = [...ten, 'user_lang', 'qa_report_path', 'verify_context'].map((name) => `${name}={${name}}`);
  const words =
    'CLAUDEWORD|IDEAWORD|PLANWORD|REVIEWWORD|REASONWORD|REPLYWORD|\\b(AI|[Aa]gent|[Gg]enerator|[Aa]dvisor)\\b';
  const answers = [
    ...['task.architect', 'task.senior-developer'].map((role) =>
      writes(role, '{output_path}', 'IDEAWORD', 'proposal written — IDEAWORD'),
    ),
    writes('task.synthesis-standard', '{spec_path}', 'the sum is right', 'spec.md generated — REPLYWORD'),
    writes('task.lead-developer', '{output_path}', 'PLANWORD', 'plan written — REPLYWORD'),
    writes('task.combined-advisor', '{output_path}', 'REVIEWWORD', 'review written — REPLYWORD'),
    {
      when: { role: 'task.implementation-standard' },
      steps: [
        { write: { path: 'sum.js', text: rightSum } },
        { write: { path: '{changes_path}', text: '# Round 1 Changes\n## Modified Files\n- sum.js — REASONWORD\n' } },
      ],
      reply: '1 files changed — REPLYWORD',
    },
    { when: { role: 'task.evaluator', prompt: words }, reply: 'FAIL L3 — it was told too much' },
    {
      when: { role: 'task.evaluator', prompt: 'the sum is right' },
      steps: [{ write: { path: '{qa_report_path}', text: `### Verdict: PASS\n${given.join('\n')}\n` } }],
      reply: 'PASS — all met',
    },
  ];
  const done = await repo.task({ answers, people: [noCommit] }, '--mode', 'standard', '--scope', 'sum.js');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.read(qa).split('\n').slice(1)).toEqual([
    ...['spec_content=the sum is right', 'changed_files_list=sum.js', '', 'test_available=true', 'build_cmd=SKIP'],
    ...['test_cmd=node check.mjs', 'round_num=1', 'scope=sum.js', 'user_lang=en', `qa_report_path=${qa}`],
    `verify_context=Layer 1 passed: build SKIPPED, tests PASS, lint SKIPPED, type check SKIPPED. See ${docs}/verify_report.md`,
    '',
  ]);
  const { calls } = await repo.json<{ calls: { role: string; model: string }[] }>('show', await repo.newest());
  expect(calls.at(-1), 'W-129').toMatchObject({ role: 'task.evaluator', model: 'opus' });
  expect(done.stdout, 'W-161').not.toMatch(/skill/i); // it has none, and that is fine
  expect(done.stdout, 'W-168').toContain(
    '[harness] Conventions: CLAUDE.md detected (rich). Copied to .harness/conventions.md\n',
  );
  // The harness keeps only the first lines of their answers.
  const journal = readFileSync(repo.journal(await repo.newest()), 'utf8');
  expect(journal).toContain('REPLYWORD');
  expect(journal).not.toMatch(/CLAUDEWORD|PLANWORD|REVIEWWORD|REASONWORD|the sum is right/);
});

const passed = { layer1_result: 'PASS', layer1_retries: 2 };

/** A verified change before its evaluation. */
/** `{repo}` in the test command is the path of the checkout. */
function verified(more: Readonly<Record<string, unknown>> & { readonly test_cmd?: string } = {}) {
  const repo = taskRepository();
  const own = more.test_cmd === undefined ? {} : { test_cmd: more.test_cmd.replaceAll('{repo}', repo.path) };
  repo.write('repo/sum.js', rightSum);
  repo.git('commit', '--quiet', '--all', '--message=Right');
  writeTaskSession(repo, 'evaluate_ready', { verify: { ...freshVerify, ...passed }, ...more, ...own });
  return repo;
}

test.each([
  ['a PASS whose report says FAIL', 'PASS — all met', 'FAIL'],
  ['a PASS whose report has no readable verdict', 'PASS — all met', 'passed, I think'],
  ['a FAIL without a layer', 'FAIL — it is bad', 'FAIL'],
  ['a FAIL L3 whose report says PASS', 'FAIL L3 — it is bad', 'PASS'],
  ['an unreadable line with any report', 'I would say PASS', 'PASS'],
])('W-130 W-132 W-136 %s goes to a person', async (_, line, heading) => {
  const repo = verified();
  const waits = await repo.task({ answers: [evaluating(line, heading)], people: [resuming] });
  expect(waits, waits.stdout).toMatchObject({ exitCode: 8 });
  expect(repo.state()).toMatchObject({ phase: 'evaluate_done', verify: { layer2_result: 'PASS', layer2_retries: 0 } });
  const { questions } = await repo.json<Asked>('questions');
  expect(questions[0]).toMatchObject({ header: 'QA', question: expect.stringContaining('Layer 3 (1. sum.js:1: add)') });
  expect(questions[0]?.options.map(({ label }) => label)).toEqual(['Fix', 'Accept as-is']);
  expect(waits.stdout).toContain(line.startsWith('PASS') ? `✓ ${line}` : `✗ ${line}`);
  expect(waits.stdout.includes('1-line return parse failed')).toBe(line.startsWith('I would'));
});

test('W-133 W-136 a task accepted as-is is done: exit 0, and no output claims a pass', async () => {
  const repo = verified();
  const people = [resuming, personAnswer('QA', 'Accept as-is'), noCommit];
  const done = await repo.task({ answers: [evaluating('FAIL L3 — slow', 'FAIL')], people });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(done.stdout).not.toContain('QA PASS');
  expect(repo.read(qa)).toContain('### Verdict: FAIL');
});

test('W-124 W-134 W-135 Layer 2: two automatic retries, a person, the next round, and the last one', async () => {
  const repo = verified({
    max_rounds: 2,
    verify: { ...freshVerify, ...passed, autofix_attempted: true },
    autofix: { last_patch_path: '.harness/generator/auto_fix_patch.md', applied: 'rejected', triggered_at: null },
    // A check runs in a clean room, so it names the checkout; without a sandbox it may write there.
    test_cmd: 'cp {repo}/.harness/state.json {repo}/kept/seen-$(ls {repo}/kept | grep -c seen).json; node check.mjs',
  });
  const names = ['verify_failure', 'verify_report_path', 'qa_feedback', 'round_num'];
  const answers = [
    {
      when: { role: 'task.generator-single' },
      steps: [
        changesReport,
        { write: { path: 'kept/given-{attempt}.txt', text: names.map((name) => `{${name}}`).join('\n') } },
      ],
      reply: '1 files changed — sum.js',
    },
    evaluating('FAIL L3 — still slow', 'FAIL', 4),
    evaluating('FAIL L2 — 1 items failed: it adds', 'FAIL'),
  ];
  const waits = await repo.task({ answers, people: [resuming, noCommit] }, '--sandbox', 'off');
  expect(waits, waits.stdout).toMatchObject({ exitCode: 8 });
  for (const attempt of [1, 2]) {
    expect(waits.stdout, 'W-166').toMatch(
      new RegExp(
        `Evaluate FAIL \\(Layer 2\\) — retrying Generator \\(attempt ${attempt}/2\\)\\n.*FAIL L2 — 1 items failed: it adds`,
      ),
    );
    expect(repo.read(`kept/given-${attempt}.txt`)).toBe(`FAIL L2 — 1 items failed: it adds\n${qa}\n(First round)\n1`);
    const seen = JSON.parse(repo.read(`kept/seen-${attempt - 1}.json`)) as TaskDocument;
    expect(seen.verify, 'W-185').toMatchObject({ layer1_result: null, layer1_retries: 2, layer2_retries: attempt });
  }
  expect(waits.stdout, 'W-173').toMatch(
    /Evaluate FAIL \(Layer 2\) — max retries reached \(2\/2\)\n.*Failing items: 1\. sum\.js:1: add/,
  );
  expect(repo.state()).toMatchObject({ phase: 'evaluate_done', verify: { layer2_result: 'FAIL', layer2_retries: 2 } });
  const { questions } = await repo.json<Asked>('questions');
  expect(questions[0]?.options.map(({ label }) => label)).toEqual(['Fix', 'Accept as-is']); // no auto-fix here

  await repo.run('answer', questions[0]?.id ?? '', 'Fix');
  const done = await repo.run('resume');
  expect(done.stdout).toContain('[harness] Max rounds reached. Remaining issues in qa_report.md.');
  expect(done, done.stdout).toMatchObject({ exitCode: 5 });
  expect(JSON.parse(repo.read('kept/seen-2.json'))).toMatchObject({
    phase: 'verifying',
    round: 2,
    verify: { layer1_result: null, layer1_retries: 0, layer2_result: null, layer2_retries: 0, autofix_attempted: true },
  });
  const feedback = repo.read('kept/given-3.txt');
  expect(feedback).toMatch(
    /^\{verify_failure\}\n\{verify_report_path\}\n## QA Report — Round 1\n[\s\S]*Verdict: FAIL[\s\S]*\n2$/,
  );
  expect((await repo.json<{ runs: { status: string }[] }>('runs')).runs[0]).toMatchObject({ status: 'stopped' });
  expect(repo.has('.harness/state.json')).toBe(false);
});

test('the notes given at the gates Spec and QA reach the generator', async () => {
  const repo = taskRepository();
  const person = (header: string, choose: string, note: string) => ({ when: { header }, choose, note });
  const heard = (gate: string, note: string) => ({ prompt: `<data name="note with ${gate}" [^]*${note}` });
  const answers = [
    generating(rightSum, { when: heard('Spec: Proceed', 'no loops') }),
    generating(`// short\n${rightSum}`, { when: heard('QA: Fix', 'make it short') }),
    evaluating('FAIL L3 — long', 'FAIL', 1),
  ];
  const people = [person('Spec', 'Proceed', 'no loops'), person('QA', 'Fix', 'make it short'), noCommit];
  const done = await repo.task({ answers, people });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.read('sum.js')).toContain('// short');
});

test('W-183 the evaluator learns that a session was never verified', async () => {
  const repo = verified({ version: undefined, phase: 'eval_ready', verify: undefined });
  const evaluator = {
    when: { role: 'task.evaluator' },
    steps: [{ write: { path: '{qa_report_path}', text: '### Verdict: PASS\n{verify_context}\n' } }],
    reply: 'PASS — all met',
  };
  const done = await repo.task({ answers: [evaluator], people: [resuming, noCommit] });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.read(qa)).toContain('Layer 1 was not executed.');
});

test('W-158 W-159 no phase is skipped: generated work is verified and evaluated before the commit', async () => {
  const repo = taskRepository();
  const states = 'cat .harness/state.json >> kept/phases.txt';
  const answers = [generating(rightSum, { steps: [{ run: states }] })];
  expect(await repo.run('task', 'evaluate')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Run verify first'),
  });
  const waits = await repo.task({ answers, people: [personAnswer('Spec', 'Stop', 1)] });
  expect(waits, waits.stdout).toMatchObject({ exitCode: 8 });
  expect(repo.has('kept/phases.txt')).toBe(false); // no work starts without a confirmed spec
  expect(await repo.run('resume')).toMatchObject({ exitCode: 8 });
  const timeline = readMoves(repo.read(`.harness/runs/${await repo.newest()}/journal.jsonl`));
  expect(
    timeline.filter((at) =>
      ['approving', 'implementing', 'testing', 'evaluating', 'judging', 'commit-gate'].includes(at),
    ),
  ).toEqual(['approving', 'approving', 'implementing', 'testing', 'evaluating', 'judging', 'commit-gate']);
});

const readMoves = (journal: string): readonly string[] =>
  journal
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; state?: { at: string } })
    .flatMap(({ type, state }) => (type === 'moved' && state ? [state.at] : []));
