/** Tests the command with the local tracker: which issues it takes, and what it writes into their files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseContent, readLocalIssue } from '@harness/core/tracker/local-issue';
import { markOf, withoutMarks } from '@harness/core/tracker/marks';
import { expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';

/** One issue per line: id, and the fields besides the title. */
const issues: Readonly<Record<string, string>> = {
  'APP-1': 'priority: 2\nlabels: [ready]\nblockedBy: [APP-2]',
  'APP-2': 'priority: 3\nlabels: [ready, backend]\nproject: app\nteam: MB90',
  'APP-3': 'priority: low\nlabels: [ready]\nstatus: In Progress',
  'APP-4': 'priority: 1\nlabels: [later]',
  'APP-5': 'priority: 1\nlabels: [ready]\nproject: other',
  'APP-6': 'priority: 1\nlabels: [ready]\nteam: CORE',
  'APP-7': 'priority: 1\nlabels: [ready]\nstatus: Done',
  'APP-8': 'priority: 1\nlabels: [ready]\nstatus: Cancelled',
  'APP-9': 'labels: [ready]\nblockedBy: [APP-4]',
};

function issueIn({ path }: Repository, id: string) {
  const read = readLocalIssue(id, readFileSync(join(path, `.harness/issues/${id}.md`), 'utf8'));
  if (!read.ok) throw new Error(`${id}: ${read.problem} ${read.detail}`);
  const { comments } = parseContent('', read.content);
  return {
    ...read.issue,
    comments: comments.map(({ text }) => withoutMarks(text).trim()),
    marks: comments.map(({ text }) => markOf(text)),
  };
}

function agentsOf(repo: Repository): string {
  const answers = ['APP-1', 'APP-2', 'APP-3'].flatMap((id) => {
    const files = [`${id}.txt`];
    const groups = [{ title: `add ${id}`, type: 'feat', files, changes: 'a file', invariants: [] }];
    const fails = id === 'APP-3';
    const gaps = id === 'APP-2' ? [{ subsystem: 'app/core', description: 'totals of refunds' }] : [];
    const verdict = fails ? { verdict: 'FAIL', fixable: false } : { verdict: 'PASS' };
    return [
      {
        when: { role: 'issues.planner', item: id },
        json: { goal: 'x', subsystems: [], criteria: [], constraints: [], files, groups, risks: [], blocked: null },
      },
      { when: { role: 'issues.worker', item: id }, steps: [{ write: { path: files[0], text: 'x\n' } }], reply: 'done' },
      { when: { role: 'issues.reviewer', item: id }, json: { ...verdict, invariants: [], warnings: [], gaps } },
    ];
  });
  const blocked = { questions: ['Which totals?'] };
  const unclear = {
    goal: 'x',
    subsystems: [],
    criteria: [],
    constraints: [],
    files: [],
    groups: [],
    risks: [],
    blocked,
  };
  return script(repo, [...answers, { when: { role: 'issues.planner' }, json: unclear }]);
}

test('the loop takes the open issues of its scope in order, and writes each result once', async () => {
  const repo = repository();
  repo.write('repo/harness.config.json', JSON.stringify({ checks: { lint: 'true' } }));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Settings');
  for (const [id, fields] of Object.entries(issues))
    repo.write(
      `repo/.harness/issues/${id}.md`,
      `---\nid: ${id}\ntitle: "--help ${id}"\n${fields}\n---\n\nAdd the file ${id}.txt.\n`,
    );
  const untouched = ['APP-4', 'APP-5', 'APP-6', 'APP-7', 'APP-8', 'APP-9'];
  const textOf = (id: string) => readFileSync(join(repo.path, `.harness/issues/${id}.md`), 'utf8');
  const before = untouched.map(textOf);
  const agents = agentsOf(repo);
  const { exitCode, stdout, stderr } = await repo.run(
    'issues',
    'start',
    '--project',
    'app',
    '--script',
    agents,
    '--no-input',
  );
  expect(exitCode, `${stdout}${stderr}`).toBe(0);
  const markers = stdout.match(/^\[[A-Z_]+(?:: .*)?\]$/gm);
  expect(markers, 'I-15, I-16, I-17').toEqual([
    '[ISSUE_COMPLETE: APP-2]',
    '[ISSUE_COMPLETE: APP-1]',
    '[ISSUE_FAILED: APP-3]',
    '[HARNESS_DONE]',
  ]);
  expect(stdout.trimEnd().split('\n'), 'I-18').toContain('[HARNESS_DONE]');
  expect(untouched.map(textOf), 'I-15, I-71').toEqual(before);

  const [first, second, third] = ['APP-2', 'APP-1', 'APP-3'].map((id) => issueIn(repo, id));
  expect(first?.comments[0], 'I-20, I-76').toMatch(/iteration 1\b.*plan→work→review→commit/);
  expect(second?.comments[0], 'I-20, I-76').toMatch(/iteration 2\b.*plan→work→review→commit/);
  expect([first?.status, second?.status], 'I-50').toEqual(['Done', 'Done']);
  expect(first?.comments[1], 'I-49, I-77').toMatch(
    /Files changed: 1\b.*\nChange groups: 1\/1\nInvariants: 0\/0 verified\nTests: tier0 PASS, tier1 none\n(?:Warnings: .*\n)?Commits: [0-9a-f]+/,
  );
  expect(third?.status, 'I-19, I-53').toBe('In Progress');
  expect(third?.comments[1], 'I-52, I-78').toMatch(
    /Failure type: structural\nReason: .+\nChange groups completed: .*\/1\n[\s\S]*Requires manual intervention\.$/,
  );
  for (const issue of [first, second, third])
    expect(
      issue?.marks.map((mark) => mark?.kind),
      'I-70',
    ).toEqual(['claim', 'comment']);

  const names = readdirSync(join(repo.path, '.harness/issues')).sort();
  expect(names, 'I-51, Id-06').toEqual([...Object.keys(issues), 'APP-10'].map((id) => `${id}.md`).sort());
  const gap = issueIn(repo, 'APP-10');
  expect([gap.title, gap.labels, gap.status], 'I-51').toEqual(['Spec gap: totals of refunds', ['ready'], 'Todo']);
  expect(gap.comments, 'it waits for a person').toEqual([]);

  const again = ['issues', 'start', '--project', 'app', '--script', agents, '--no-input'];
  expect((await repo.run(...again)).exitCode, 'I-13').toBe(8);
  const { questions } = await repo.json<{ questions: { id: string }[] }>('questions');
  await repo.run('answer', questions[0]?.id ?? '', 'resume');
  expect((await repo.run('issues')).stdout).toContain('APP-10 is skipped');
  expect(issueIn(repo, 'APP-10').comments[1], 'I-39, I-72').toContain('1. Which totals?');
});
