/** Tests what is read of the change of a phase, and the check of documents. */
import { surveyPhase, validateDocuments } from '@harness/core/effects/autopilot';
import { act } from '@harness/core/effects/operation';
import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { commitFiles } from '../inspect/scratch-graph.suite.ts';
import { openedSession, sessionDir } from './session.suite.ts';

afterAll(clearScratch);

test('A-59 AO-29 counts new packages, new public exports and changed files, and keeps the diff', async () => {
  const { repo, value, artifact } = await openedSession();
  const base = repo.git('rev-parse', 'HEAD');
  const exported = Array.from({ length: 6 }, (_, n) => `export const x${n} = 1;\n`).join('');
  commitFiles(repo, { 'packages/a/package.json': '{}', 'src/a.ts': exported, 'src/a.test.ts': exported });
  const effect = act(surveyPhase, { base, head: repo.git('rev-parse', 'HEAD') });
  const found = await value(effect, 'survey/x');
  expect(found.change).toEqual({ newPackages: ['packages/a'], newExports: 6, changedFiles: 3 });
  expect(artifact(found.diff)).toContain('diff --git a/packages/a/package.json');
  expect(await value(effect, 'survey/x')).toEqual(found);
});

test('A-59 without a change nothing is new, and an unknown commit is a failure of git', async () => {
  const { repo, value, perform, artifact } = await openedSession();
  const head = repo.git('rev-parse', 'HEAD');
  const { change, diff } = await value(act(surveyPhase, { base: head, head }));
  expect([change, artifact(diff)]).toEqual([{ newPackages: [], newExports: 0, changedFiles: 0 }, '']);
  const unknown = await perform(act(surveyPhase, { base: head, head: '0'.repeat(40) }));
  expect(unknown).toMatchObject({ ok: false, failure: { code: 'git.failed' } });
});

test('A-98 names every document that is not in order, each as one line', async () => {
  const { repo, value } = await openedSession();
  expect(await value(act(validateDocuments, {}))).toEqual({ problems: [] });
  repo.write('.harness/learnings.md', '# L\n\n- **2026-02-30 [skill:x]:** text\n');
  repo.write(`${sessionDir}state.json`, '{');
  repo.write('docs/roadmap.md', '## Backlog\n### A\n- **Status:** soon\u202e\n');
  const { problems } = await value(act(validateDocuments, {}));
  expect(problems.map((line) => line.split(':')[0])).toEqual([
    `${sessionDir}state.json`,
    '.harness/learnings.md',
    'docs/roadmap.md',
  ]);
  expect(problems.join('')).not.toMatch(/[\n\u202e]/);
});
