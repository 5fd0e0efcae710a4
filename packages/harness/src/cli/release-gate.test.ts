import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';

const planText = (id: string, status: string, tags: readonly string[]) =>
  `---\nid: "${id}"\ntitle: Plan ${id}\nphase: one\nstatus: ${status}\nestimated_passes: 1\nacceptance_tags: ${JSON.stringify(tags)}\n---\nbody\n`;
const completed = (repo: Repository, id: string, ...tags: readonly string[]) =>
  repo.write(`repo/docs/exec-plans/completed/${id}-a.md`, planText(id, 'completed', tags));

interface Document {
  readonly version: 1;
  readonly ready: boolean;
  readonly reportPath: string;
  readonly readyPath: string | null;
  readonly criteria: readonly { tag: string; status: string; tests: readonly { test: string; result: string }[] }[];
  readonly environment: readonly { name: string; status: string }[];
}

function product(acceptance: string): Repository {
  const repo = repository();
  repo.write('repo/docs/product.md', '# A product\n');
  repo.write('repo/docs/product.acceptance.md', `## Release criteria\n${acceptance}`);
  return repo;
}

test('D-63 D-64 D-65 a product with all criteria covered is ready, and its marker file is never rewritten', async () => {
  const repo = product(
    '- `login` "Log in"\n  - Tested by: `test/login.js`, `node test/login.js`\n\n## Environment requirements\n- `URL`\n',
  );
  repo.write('repo/.env.example', 'URL=http://localhost\n');
  repo.write('repo/test/login.js', '');
  repo.write('repo/harness.config.json', JSON.stringify({ releaseGate: { specPath: 'docs/product.md' } }));
  completed(repo, '0001', 'login');
  const { exitCode, stdout } = await repo.run('release-gate');
  expect(stdout).toContain('docs/product.md is ready for release');
  expect(exitCode).toBe(0);
  const mark = join(repo.path, '.orchestrator/RELEASE_READY');
  const text = readFileSync(mark, 'utf8');
  const { at, specPath, reportPath } = JSON.parse(text) as Record<string, string>;
  expect(specPath).toBe('docs/product.md');
  expect(Date.parse(at ?? '')).not.toBeNaN();
  expect(readFileSync(join(repo.path, reportPath ?? ''), 'utf8')).toContain('# Release gate: ready');
  const again = await repo.json<Document>('release-gate');
  expect(again).toMatchObject({ version: 1, ready: true, criteria: [{ tag: 'login', status: 'covered' }] });
  expect(again.reportPath).not.toBe(reportPath);
  expect(readFileSync(mark, 'utf8')).toBe(text);
  expect(repo.git('status', '--porcelain', '--', '.orchestrator')).toBe('');
});

test('DO-18 open criteria are listed by status, with exit code 1 and without the marker file', async () => {
  const repo = product(
    [
      '- `pay` "Pay"',
      '- `mail` "Mail"\n  - Tested by: `test/mail.js`',
      '- `sum` "Sum"\n  - Tested by: `node test/sum.js`',
      '- `here` "Here"',
      '## Environment requirements\n- `A`\n- `B`\n- `C`\n',
    ].join('\n'),
  );
  repo.write('repo/.env.example', 'A=1\nB=changeme\n');
  repo.write('repo/test/sum.js', 'process.exit(3)');
  repo.write('repo/docs/exec-plans/active/0002-b.md', planText('0002', 'active', ['pay']));
  completed(repo, '0001', 'mail', 'sum', 'here');
  const found = await repo.json<Document>('release-gate', '--spec', 'docs/product.md');
  expect(found.criteria.map(({ tag, status }) => [tag, status])).toEqual([
    ['pay', 'uncovered'],
    ['mail', 'covered-but-test-missing'],
    ['sum', 'covered-but-test-failed'],
    ['here', 'covered'],
  ]);
  expect(found.environment.map(({ status }) => status)).toEqual(['set', 'placeholder', 'missing-from-template']);
  expect([found.ready, found.readyPath]).toEqual([false, null]);
  const { exitCode, stdout } = await repo.run('release-gate', '--spec', 'docs/product.md', '--lang', 'ko');
  expect(exitCode).toBe(1);
  expect(stdout).toContain('covered-but-test-failed');
  expect(stdout).toContain('5개가 남아');
  expect(existsSync(join(repo.path, '.orchestrator/RELEASE_READY'))).toBe(false);
  expect(
    readdirSync(join(repo.path, '.orchestrator/release-reports')).filter((name) => name.endsWith('.md')),
  ).toHaveLength(2);
});

test('D-64 without a spec, without criteria or with invalid plans it refuses with exit code 2 and a next command', async () => {
  const repo = product('nothing\n');
  expect(await repo.run('release-gate')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('releaseGate.specPath'),
  });
  const empty = await repo.run('release-gate', '--spec', 'docs/product.md');
  expect(empty).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('has no release criterion') });
  expect(await repo.run('release-gate', '--spec', 'docs/none.md')).toMatchObject({ exitCode: 2 });
  repo.write('repo/docs/product.acceptance.md', '## Release criteria\n- `a` "A"\n');
  repo.write('repo/docs/exec-plans/active/0001-a.md', 'no plan');
  expect(await repo.run('release-gate', '--spec', 'docs/product.md')).toMatchObject({ exitCode: 2 });
  expect(existsSync(join(repo.path, '.orchestrator'))).toBe(false);
});
