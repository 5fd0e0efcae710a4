/** Creates a repository with commit hooks and local issues, and agents that work on them. */
import { chmodSync } from 'node:fs';
import { type Repository, repository } from '../../testing/command.ts';
import { script, usage } from '../../testing/scripts.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Adds a line to the changed files, refuses those with `BAD`, and adds a trailer to the message. */
const hooks: Readonly<Record<string, readonly string[]>> = {
  'pre-commit': [
    'for file in $(git diff --cached --name-only --diff-filter=AM -- src); do',
    '  if grep -q BAD "$file"; then echo "$file is bad"; exit 1; fi',
    '  if grep -q STRAY "$file"; then echo stray > README.md; git add README.md; fi',
    '  echo "// checked" >> "$file"; git add "$file"',
    'done',
  ],
  'commit-msg': ['echo "Change-Id: I1" >> "$1"'],
};

export function hookedRepository(issues: readonly string[]): Repository {
  const repo = repository();
  for (const [name, lines] of Object.entries(hooks)) {
    const file = repo.write(`repo/.githooks/${name}`, ['#!/bin/sh', ...lines, ''].join('\n'));
    chmodSync(file, 0o755);
  }
  const config = { checks: { test: 'test -e README.md' }, tracker: { kind: 'local', project: 'demo' } };
  repo.write('repo/harness.config.json', JSON.stringify(config));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Hooks');
  repo.git('config', 'core.hooksPath', '.githooks');
  for (const id of issues)
    repo.write(
      `repo/.harness/issues/${id}.md`,
      `---\nid: ${id}\ntitle: Add ${id}\nlabels: [ready]\n---\nAdd a file. It should exist.\n`,
    );
  return repo;
}

const plan: Answer = {
  goal: 'a file',
  subsystems: [],
  criteria: ['it exists'],
  constraints: [],
  files: ['**'],
  groups: [{ title: 'add it', type: 'feat', files: ['src/**', '.githooks/**'], changes: 'add it', invariants: [] }],
  risks: [],
  blocked: null,
};

export const issueAgents = (repo: Repository, workers: readonly Answer[], people: readonly Answer[] = []): string =>
  script(
    repo,
    [
      { when: { role: 'issues.planner' }, json: plan, usage },
      ...workers,
      { when: { role: 'issues.reviewer' }, json: { verdict: 'PASS', invariants: [], warnings: [], gaps: [] }, usage },
    ],
    people,
  );

/** Writes its file, and runs commands. */
export const issueWorker = (item: string, text: string, when: Answer = {}, ...runs: readonly string[]): Answer => ({
  when: { role: 'issues.worker', item, ...when },
  steps: [{ write: { path: `src/${item}.js`, text } }, ...runs.map((run) => ({ run }))],
  reply: 'done',
  usage,
});
