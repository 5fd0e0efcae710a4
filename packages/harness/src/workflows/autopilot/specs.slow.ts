/** Unusual specs: every phase runs once, in order, and no name leads out of its folder. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { agents, goesOn, repositoryWithSpec, specPath, stateOf, subjects } from './testing/script.ts';

async function finish(repo: Repository, path = specPath, ...args: readonly string[]) {
  const done = await repo.run('autopilot', path, ...args, '--script', agents(repo, [], goesOn));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  return done;
}

const specOf = (names: readonly string[], end = '\n') =>
  [
    '# Shop',
    '',
    '## Implementation Order',
    '',
    ...names.flatMap((name, at) => [`### Phase ${at + 1}: ${name}`, '', 'Build it.', '']),
  ].join(end);

test('A-99 60 phases run in their order, each once', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `Part ${at + 1}`);
  const repo = repositoryWithSpec({ spec: specOf(names) });
  const done = await finish(repo, specPath, '--fast');
  expect(subjects(repo)).toEqual(names.map((name, at) => `[autopilot] Phase ${at + 1}: ${name}`));
  expect(done.stdout).toContain('60 phases, 60 tasks, 0 retries.');
}, 300_000);

test('A-19 CRLF, Korean, names with slashes and quotes, and a section in a code block', async () => {
  const names = ['../../x', '결제 모듈', 'a/b\\c', '$(touch /tmp/owned) `id`', '--', 'x'.repeat(300)];
  const quoted = ['```md', '## Implementation Order', '### Phase 1: Not this', '### Phase 2: Nor this', '```', ''].join(
    '\r\n',
  );
  const repo = repositoryWithSpec({ spec: `${quoted}${specOf(names, '\r\n')}` });
  await finish(repo);
  expect(subjects(repo)).toHaveLength(6);
  expect(subjects(repo).slice(0, 2)).toEqual(['[autopilot] Phase 1: ../../x', '[autopilot] Phase 2: 결제 모듈']);
  expect(stateOf(repo).phases.map(({ name, status }) => [name.slice(0, 8), status])).toEqual(
    names.map((name) => [name.slice(0, 8), 'complete']),
  );
  const plans = readdirSync(join(repo.path, 'docs/changes/shop/plans')).map((name) => name.slice('YYYY-MM-DD-'.length));
  expect(plans.sort()).toEqual(
    [
      'a-b-c-plan.md',
      'phase-plan.md',
      'touch-tmp-owned-id-plan.md',
      'x-plan.md',
      `${'x'.repeat(50)}-plan.md`,
      '결제-모듈-plan.md',
    ].sort(),
  );
  expect(existsSync('/tmp/owned')).toBe(false);
  expect(readdirSync(join(repo.path, '..')).sort()).toEqual(['agents.yaml', 'cache', 'repo']);
});

test('A-16 A-35 a spec outside docs/changes, with an unusual name, has its own session and plans in docs/plans', async () => {
  const path = 'specs/My shop [v1.2].md';
  const repo = repositoryWithSpec({ files: { [path]: specOf(['Core', 'Core']) } });
  await finish(repo, path);
  expect(readdirSync(join(repo.path, '.harness/sessions')).sort()).toEqual(['index.md', 'specs--my shop [v1--2]']);
  expect(await repo.newest()).toMatch(/^specs-my-shop-v1-2-\w{4}$/);
  const plans = readdirSync(join(repo.path, 'docs/plans'));
  expect(plans).toHaveLength(2);
  expect(subjects(repo)).toEqual(['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Core']);
});
