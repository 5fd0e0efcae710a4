/** Tests Step 2 and its gate through the command: input of each role, parallel roles, decisions (W-88 to W-97). */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lines, repository } from '../../testing/command.ts';
import {
  type Choices,
  exists,
  goodAgents,
  openQuestions,
  roleAnswer,
  runJson,
  type Shown,
  type ShownQuestion,
  stateOf,
  taskScript,
  textOf,
  writeLeftover,
} from '../../testing/task-script.ts';

type Answer = Readonly<Record<string, unknown>>;
const docs = 'docs/harness/plan-it/';
const skipping = { 'Convention Scan': 'Skip' };

async function plan(
  mode: string,
  {
    choices = {},
    answers = [],
    flags = [],
  }: { choices?: Choices; answers?: readonly Answer[]; flags?: readonly string[] } = {},
  repo = repository(),
) {
  const script = taskScript(repo, { ...skipping, ...choices }, answers);
  const args = ['task', 'Plan it', '--mode', mode, '--model-config', 'default', '--script', script, ...flags];
  return { repo, ...(await runJson(repo, ...args)) };
}

const headersOf = (open: readonly { header: string }[]) => open.map(({ header }) => header);
type Call = Shown['calls'][number];
const overlap = (a: Call, b: Call) => a.startedAt < b.endedAt && b.startedAt < a.endedAt;
const allOverlap = (calls: readonly Call[]) => calls.every((a) => calls.every((b) => a === b || overlap(a, b)));
/** A slow answer, so that parallel calls overlap in the journal. */
const sleeping = (role: string, path: string, text: string, reply: string) => ({
  when: { role: `task.${role}` },
  reply,
  steps: [{ sleep: 150 }, { write: { path, text } }],
});

describe('the input of planners', () => {
  const everything = [
    ...[
      'task_description',
      'repo_path',
      'lang',
      'scope',
      'user_lang',
      'qa_discovery_notes',
      'critic_findings',
      'conventions',
    ],
    'spec_path',
  ];
  const telling = roleAnswer('planner-single', 'spec.md generated — 1 criterion', {
    '{spec_path}': everything.map((name) => `${name}=[{${name}}]`).join('\n'),
  });

  test('W-88, W-89, W-90 has all variables, with the notes of a spec session', async () => {
    const repo = repository();
    writeLeftover(repo.path, `${docs}qa_notes.md`, 'asked and answered');
    writeLeftover(repo.path, `${docs}critic_findings.md`, 'too broad');
    const { exitCode, lines: output } = await plan('single', { answers: [telling] }, repo);
    expect(exitCode, output).toBe(8);
    expect(textOf(repo.path, `${docs}spec.md`).trimEnd().split('\n')).toEqual([
      ...['task_description=[Plan it]', `repo_path=[${String(stateOf(repo.path).repo_path)}]`, 'lang=[unknown]'],
      ...['scope=[(no limit)]', 'user_lang=[en]', 'qa_discovery_notes=[asked and answered]'],
      ...['critic_findings=[too broad]', 'conventions=[]', `spec_path=[${docs}spec.md]`],
    ]);
  });

  test('W-88, W-89 has empty variables without notes; an unreadable note causes a warning', async () => {
    const silent = await plan('single', { answers: [telling] });
    expect(textOf(silent.repo.path, `${docs}spec.md`)).toContain('qa_discovery_notes=[]\ncritic_findings=[]');
    expect(silent.lines).not.toContain('⚠');
    const repo = repository();
    mkdirSync(join(repo.path, `${docs}qa_notes.md`), { recursive: true });
    const { lines: output } = await plan('single', { answers: [telling] }, repo);
    expect(output).toMatch(/⚠ .*qa_notes\.md.*EISDIR/);
    expect(textOf(repo.path, `${docs}spec.md`)).toContain('qa_discovery_notes=[]');
  });

  test('W-178 contains the notes in every first proposal, but not in critique and synthesis', async () => {
    const heading = '## Discovery Notes from Spec Phase';
    const fails = { steps: [{ fail: { kind: 'bad_request' } }] };
    const critics = ['cross-critique', 'synthesis'].map((role) => ({
      when: { role: `task.${role}`, prompt: heading },
      ...fails,
    }));
    const { exitCode, open } = await plan('multi', {
      answers: [
        ...critics,
        ...['architect', 'senior-developer', 'qa-specialist'].map((role) => ({
          ...roleAnswer(role, `${role} proposal written — x`, { '{output_path}': 'noted' }),
          when: { role: `task.${role}`, prompt: heading },
        })),
        { when: { role: 'task.architect' }, ...fails },
        { when: { role: 'task.senior-developer' }, ...fails },
        { when: { role: 'task.qa-specialist' }, ...fails },
      ],
    });
    expect(exitCode).toBe(8);
    expect(headersOf(open)).toEqual(['Spec']);
    const single = await plan('single', {
      answers: [
        { ...telling, when: { role: 'task.planner-single', prompt: heading } },
        { when: { role: 'task.planner-single' }, ...fails },
      ],
    });
    expect(headersOf(single.open)).toEqual(['Spec']);
  });
});

describe('the three modes', () => {
  test('W-91, W-94 single: one planner writes the spec; the reply of a planner without a file is stored', async () => {
    const { repo, lines: output, shown } = await plan('single');
    expect(shown.calls.map(({ role }) => role)).toEqual(['task.planner-single']);
    expect(output).toContain('✓ spec.md generated — 1 acceptance criteria, 0 edge cases');
    expect(textOf(repo.path, `${docs}spec.md`)).toContain('## Goal\nPlan it');
    expect(stateOf(repo.path)).toMatchObject({ phase: 'plan_done', docs_path: docs });
    const replying = await plan('single', {
      answers: [roleAnswer('planner-single', 'spec.md generated — in words\n# Spec')],
    });
    expect(textOf(replying.repo.path, `${docs}spec.md`)).toContain('# Spec');
  });

  test('W-92, W-94, W-95 standard: two independent parallel proposals, and one spec from both', async () => {
    const proposal = (role: string) =>
      sleeping(role, '{output_path}', `${role} saw [{all_proposals}]\n`, `${role} proposal written — {output_path}`);
    const {
      repo,
      lines: output,
      shown,
    } = await plan('standard', {
      answers: [
        ...[proposal('architect'), proposal('senior-developer')],
        roleAnswer('synthesis-standard', 'spec.md generated — 2 criteria', { '{spec_path}': '{all_proposals}' }),
      ],
    });
    const { calls } = shown;
    expect(calls.map(({ role }) => role).sort()).toEqual([
      'task.architect',
      'task.senior-developer',
      'task.synthesis-standard',
    ]);
    const [one, two, synthesis] = calls;
    expect(allOverlap([one, two] as Call[])).toBe(true);
    expect(
      (synthesis as Call).startedAt >= (one as Call).endedAt && (synthesis as Call).startedAt >= (two as Call).endedAt,
    ).toBe(true);
    expect(output).toContain('✓ 2 proposals generated');
    expect(output).toContain('✓ spec.md generated — 2 criteria');
    expect(exists(repo.path, '.harness/planner/proposal_architect.md')).toBe(true);
    expect(exists(repo.path, '.harness/planner/proposal_senior_developer.md')).toBe(true);
    const spec = textOf(repo.path, `${docs}spec.md`);
    expect(spec).toMatch(/Architect[\s\S]*architect saw[\s\S]*Senior Developer[\s\S]*senior-developer saw/);
    expect(textOf(repo.path, '.harness/planner/proposal_architect.md')).not.toContain('senior-developer saw');
  });

  test('W-93, W-94, W-95 multi: three parallel proposals, three critiques of the other two, and one spec from all six', async () => {
    const proposal = (role: string) =>
      sleeping(role, '{output_path}', `idea of ${role}\n`, `${role} proposal written — {output_path}`);
    const critique = '{persona} critique written — {output_path}';
    const {
      repo,
      lines: output,
      shown,
    } = await plan('multi', {
      answers: [
        ...['architect', 'senior-developer', 'qa-specialist'].map(proposal),
        sleeping('cross-critique', '{output_path}', '{persona} read: {other_proposals}\n', critique),
        roleAnswer('synthesis', 'spec.md generated — 3 criteria', {
          '{spec_path}': '{all_proposals}\n---\n{all_critiques}',
        }),
      ],
    });
    const { calls } = shown;
    expect(calls).toHaveLength(7);
    expect(allOverlap(calls.slice(0, 3))).toBe(true);
    const critiques = calls.filter(({ role }) => role === 'task.cross-critique');
    expect([critiques.length, allOverlap(critiques)]).toEqual([3, true]);
    expect(output).toMatch(
      /✓ 3 proposals generated[\s\S]*✓ 3 cross-critiques completed[\s\S]*✓ spec\.md generated — 3 criteria/,
    );
    const read = (persona: string) => textOf(repo.path, `.harness/planner/critique_${persona}.md`);
    const ideas = (text: string) => [...text.matchAll(/idea of ([\w-]+)/g)].map(([, who]) => who).sort();
    expect(ideas(read('architect'))).toEqual(['qa-specialist', 'senior-developer']);
    expect(ideas(read('senior_developer'))).toEqual(['architect', 'qa-specialist']);
    expect(ideas(read('qa_specialist'))).toEqual(['architect', 'senior-developer']);
    const [proposals = '', rest = ''] = textOf(repo.path, `${docs}spec.md`).split('---\n');
    expect(ideas(proposals)).toEqual(['architect', 'qa-specialist', 'senior-developer']);
    expect([...rest.matchAll(/(\w+) read:/g)].map(([, who]) => who).sort()).toEqual([
      'architect',
      'qa_specialist',
      'senior_developer',
    ]);
  });
});

describe('the used part of an answer', () => {
  test('W-01, W-03 is the first line only', async () => {
    const answers = [
      roleAnswer('architect', 'architect proposal written — x\nMARK-REPLY of the rest', {
        '{output_path}': 'MARK-PROPOSAL',
      }),
      roleAnswer('synthesis-standard', '\nspec.md generated — 1 criterion\nMARK-REPLY', { '{spec_path}': 'MARK-SPEC' }),
    ];
    const { repo, lines: output, shown } = await plan('standard', { answers });
    expect(output).toContain('✓ spec.md generated — 1 criterion');
    const journal = lines(repo.journal(shown.id)).join('\n');
    for (const mark of ['MARK-REPLY', 'MARK-PROPOSAL', 'MARK-SPEC']) expect(journal).not.toContain(mark);
    expect(output).not.toContain('MARK-REPLY');
    expect(JSON.stringify(stateOf(repo.path))).not.toContain('MARK');
  });

  test('W-04, W-05 is reported as unreadable without its keyword, and the file decides', async () => {
    const warning = '[harness] ⚠ 1-line return parse failed — fallback: confidence Unknown';
    const unread = await plan('single', {
      answers: [roleAnswer('planner-single', 'here you are', { '{spec_path}': '# Spec' })],
    });
    expect(unread.lines).toContain(warning);
    expect(stateOf(unread.repo.path).phase).toBe('plan_done');

    const choices = { Spec: 'Proceed', QA: 'Accept as-is', Commit: 'No commit' };
    const failing = roleAnswer('evaluator', 'FAIL L3 — the word PASS is no verdict', {
      '{qa_report_path}': '### Verdict: FAIL\n',
    });
    const scanned = { 'Convention Scan': 'Scan' };
    const whole = await plan('single', { choices: { ...choices, ...scanned }, answers: [failing] });
    expect([whole.exitCode, whole.lines.includes(warning)]).toEqual([0, false]);
    expect(whole.lines).toContain('✗ FAIL L3 — the word PASS is no verdict');
    expect(whole.headers).toContain('QA');
    const passed = await plan('single', { choices });
    expect([passed.exitCode, passed.lines.includes(warning)]).toEqual([0, false]);
    expect(passed.lines).toContain('[harness] ✓ QA PASS — task complete.');
  });
});

describe('the gate after the plan', () => {
  test('W-97 shows the spec; Modify shows it again, Stop parks with 8, resume shows it once more, Proceed continues', async () => {
    const { repo, exitCode, open } = await plan('single', { flags: ['--no-input'] });
    const [first] = open;
    expect([exitCode, first?.header, first?.evidence]).toEqual([8, 'Spec', [`${docs}spec.md`]]);
    expect(first?.options.map(({ label }) => label)).toEqual(['Proceed', 'Modify', 'Stop']);
    const say = async (question: ShownQuestion | undefined, choice: string) => {
      expect((await repo.run('answer', question?.id ?? '', choice)).exitCode).toBe(0);
      return runJson(repo, 'resume');
    };

    writeLeftover(repo.path, `${docs}spec.md`, '# Changed by hand\n');
    const modified = await say(first, 'Modify');
    const [second] = modified.open;
    expect([modified.exitCode, second?.header, second?.id === first?.id]).toEqual([8, 'Spec', false]);

    const stopped = await say(second, 'Stop');
    expect([stopped.exitCode, stopped.shown.status, stopped.open]).toEqual([8, 'parked', []]);
    expect(stateOf(repo.path).phase).toBe('plan_done');
    const again = await runJson(repo, 'resume');
    expect([again.exitCode, headersOf(again.open)]).toEqual([8, ['Spec']]);

    const going = await say(again.open[0], 'Proceed');
    expect([going.exitCode, going.roles]).toEqual([8, ['planner-single', 'generator-single', 'evaluator']]);
    expect(textOf(repo.path, `${docs}spec.md`)).toBe('# Changed by hand\n');
  });

  test('W-97 Modify with a note calls the planner with the spec and the note, and shows what it changed', async () => {
    const rewrite = roleAnswer('planner-single', 'spec.md generated — 2 criteria', {
      '{spec_path}': '{current_spec}By night too.\n',
    });
    const { repo, open } = await plan('single', { flags: ['--no-input'] });
    const unclear = await repo.run('answer', open[0]?.id ?? '', 'looks good');
    expect([unclear.exitCode, unclear.stderr]).toEqual([
      2,
      expect.stringMatching(/"looks good" was not understood.*Proceed, Modify, Stop/),
    ]);
    await repo.run('answer', open[0]?.id ?? '', 'Modify', '--note', 'Also greet by night');
    const before = textOf(repo.path, `${docs}spec.md`);
    const resumed = await repo.run('resume', '--script', taskScript(repo, {}, [rewrite]));
    expect(resumed.exitCode).toBe(8);
    expect(textOf(repo.path, `${docs}spec.md`)).toBe(`${before}By night too.\n`);
    expect(resumed.stdout).toContain('The spec was changed; the diff shows how.');
    expect(resumed.stdout).toMatch(/── diff ─+\n@@[\s\S]*\n\+By night too\.\n/);
    const [again] = await openQuestions(repo);
    expect([again?.header, again?.evidence.length]).toEqual(['Spec', 2]);
  });
});

test('W-161 the skills of the last commit reach the planner and the generator as data, and the evaluator never', async () => {
  const repo = repository();
  repo.write('repo/.claude/skills/greeting/SKILL.md', '---\nname: greeting\ndescription: x\n---\nSKILLWORD\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Skill');
  repo.write('repo/.claude/skills/greeting/SKILL.md', 'Obey.');
  const withSkill = (role: string) =>
    goodAgents
      .filter(({ when }) => (when as { role: string }).role === `task.${role}`)
      .map((good) => ({ ...good, when: { role: `task.${role}`, prompt: 'SKILLWORD' } }));
  const without = (role: string) => ({ when: { role: `task.${role}` }, reply: 'FAIL — no skill' });
  const unseen = { when: { role: 'task.evaluator', prompt: 'SKILLWORD' }, reply: 'FAIL L3 — it got a skill' };
  const roles = ['planner-single', 'generator-single'];
  const choices = { 'Convention Scan': 'Skip', Spec: 'Proceed', Commit: 'No commit' };
  const script = taskScript(repo, choices, [...roles.flatMap(withSkill), ...roles.map(without), unseen]);
  const flags = ['--mode', 'single', '--model-config', 'default', '--allow-dirty', '--script', script];
  const { exitCode, stdout } = await repo.run('task', 'Improve the greeting', ...flags);
  expect(stdout).toContain('✓ PASS — all');
  expect([exitCode, stdout.includes('FAIL')]).toEqual([0, false]);
});
