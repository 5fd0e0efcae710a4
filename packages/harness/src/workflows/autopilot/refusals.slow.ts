/** Tests that `harness autopilot` refuses what it cannot do before it writes anything or calls an agent. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { agents, goesOn, person, repositoryWithSpec, specPath, specText } from './testing/script.ts';

const phases = (text: string) => `# Shop\n\n## Implementation Order\n\n${text}`;

/** Nothing is written, and no run exists. */
function expectUntouched(repo: Repository): void {
  expect(repo.git('status', '--porcelain', '--ignored')).toBe('');
  expect(existsSync(join(repo.path, '.harness'))).toBe(false);
}

test.each<readonly [string, string, RegExp]>([
  [
    'A-92 no section of phases',
    '# Shop\n\n- Phase 1: Core\n',
    /no section .*These lines look like phases: - Phase 1: Core/s,
  ],
  ['A-92 no phase', phases('Phase 1: Core\n\n**Phase 1 Core**\n'), /Not every phase .*can be read/],
  ['A-99 numbers that are not in order', phases('### Phase 1: A\n\n### Phase 3: B\n'), /numbered 1, 3/],
  ['A-02 one phase only', phases('### Phase 1: Core\n'), /only one phase: Core[\s\S]*harness task/],
  ['A-02 a draft', `---\nstatus: draft\n---\n${specText}`, /not approved: its status is "draft"/],
  ['A-02 a proposal in a line', specText.replace('# Shop', '# Shop\n\n**Status:** Proposed'), /"Proposed"/],
  ['A-02 a superseded spec', specText.replace('# Shop', '# Shop\n\nStatus: superseded by 2'), /"superseded by 2"/],
])('%s: exit 2', async (_, spec, message) => {
  const repo = repositoryWithSpec({ spec });
  const refused = await repo.run('autopilot', specPath, '--script', agents(repo));
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringMatching(message) as string]);
  expect(refused.stderr).toMatch(/try: harness \w+/);
  expectUntouched(repo);
});

test('A-22 AO-07 both rigors at once: exit 2', async () => {
  const repo = repositoryWithSpec();
  const refused = await repo.run('autopilot', specPath, '--fast', '--thorough', '--script', agents(repo));
  expect(refused).toMatchObject({ exitCode: 2 });
  expect(refused.stderr).toContain('Cannot use --fast and --thorough together. Choose one.');
  expectUntouched(repo);
});

test.each<readonly [string, readonly string[], RegExp]>([
  ['A-15 no spec and nobody to ask', [], /No spec was given/],
  ['a missing spec', ['docs/nope.md'], /docs\/nope\.md does not exist/],
  ['a spec outside the repository', ['../outside.md'], /outside\.md is not a file of this repository/],
  ['a folder', ['docs'], /docs/],
])('%s: exit 2', async (_, args, message) => {
  const repo = repositoryWithSpec();
  repo.write('outside.md', specText);
  const refused = await repo.run('autopilot', ...args, '--no-input', '--script', agents(repo));
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringMatching(message) as string]);
  expectUntouched(repo);
});

test('A-98 no check configured or detected: exit 2, and init is named', async () => {
  const repo = repositoryWithSpec({ config: { checks: {} } });
  const refused = await repo.run('autopilot', specPath, '--script', agents(repo));
  expect(refused).toMatchObject({ exitCode: 2 });
  expect(refused.stderr).toContain('harness init');
  expectUntouched(repo);
});

test('a dirty checkout: exit 2, and the files are listed', async () => {
  const repo = repositoryWithSpec();
  repo.write('repo/README.md', 'changed\n');
  repo.write('repo/new.js', 'new\n');
  const refused = await repo.run('autopilot', specPath, '--script', agents(repo), '--json');
  const { error } = JSON.parse(refused.stdout) as { error: { code: string; message: string } };
  expect([refused.exitCode, error.code]).toEqual([2, 'tree.dirty']);
  expect(error.message).toContain('README.md, new.js');
  expect(existsSync(join(repo.path, '.harness'))).toBe(false);
});

test('a detached HEAD: exit 2', async () => {
  const repo = repositoryWithSpec();
  repo.git('checkout', '--quiet', '--detach');
  const refused = await repo.run('autopilot', specPath, '--script', agents(repo));
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('HEAD') as string]);
  expectUntouched(repo);
});

test('a second session of another spec is refused while the first has uncommitted work', async () => {
  const other = 'docs/other.md';
  const repo = repositoryWithSpec({ files: { [other]: specText } });
  const red = { config: { checks: { test: 'test ! -e src/phase-1-1.js' } } };
  repo.write('repo/harness.config.json', `${JSON.stringify(red.config)}\n`);
  repo.git('commit', '--all', '--quiet', '--message=Red');
  // The plan is written and waits for a person: it is not committed yet.
  const held = await repo.run('autopilot', specPath, '--review-plans', '--script', agents(repo));
  expect(held, `${held.stdout}${held.stderr}`).toMatchObject({ exitCode: 8 });
  const refused = await repo.run('autopilot', other, '--json', '--script', agents(repo));
  const { error } = JSON.parse(refused.stdout) as { error: { code: string } };
  expect([refused.exitCode, error.code]).toEqual([2, 'tree.dirty']);
  expect((await repo.json<{ runs: object[] }>('runs')).runs).toHaveLength(1);
});

test('AO-06 flags of a session that continues change nothing', async () => {
  const repo = repositoryWithSpec();
  const stopped = await repo.run('autopilot', specPath, '--script', agents(repo, [], [person('Next phase', 'stop')]));
  expect(stopped, `${stopped.stdout}${stopped.stderr}`).toMatchObject({ exitCode: 8 });
  const again = await repo.run('autopilot', specPath, '--fast', '--script', agents(repo, [], goesOn));
  expect(again, `${again.stdout}${again.stderr}`).toMatchObject({ exitCode: 0 });
  const text = await repo.run('show', await repo.newest(), '--json');
  expect((JSON.parse(text.stdout) as { calls: { role: string }[] }).calls.map(({ role }) => role)).toContain(
    'autopilot.verifier',
  );
});
