import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import type { PerformContext } from '@harness/core/effects/performer';
import type { Role } from '@harness/core/role/role';
import { fileText } from '@harness/core/text/text';
import { describe, expect, onTestFinished, test } from 'vitest';
import { protectGivenDocuments } from './given-documents.ts';
import type { AgentResult } from './provider.ts';

const spec = 'docs/task/spec.md';

/** Makes a call of an agent that was given the spec, and returns the denied paths. */
async function callWith(act: (cwd: string) => void, workplace = '.', role: object = {}) {
  const root = mkdtempSync(join(tmpdir(), 'harness-given-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [cwd, runFolder] = [join(root, 'repo'), join(root, 'run')];
  mkdirSync(join(cwd, 'docs/task'), { recursive: true });
  mkdirSync(runFolder);
  writeFileSync(join(cwd, spec), 'sum adds\n');
  const denied: string[] = [];
  const context = {
    key: '4/made',
    note: async () => {},
    report: ({ path }: { path: string }) => denied.push(path),
  } as unknown as PerformContext<AbortSignal>;
  const call = { workplace: { cwd: workplace }, input: { spec_content: fileText(spec), lang: 'js' } };
  const made = protectGivenDocuments(
    call as unknown as AgentInput,
    { mode: 'exec', ...role } as Role<never, unknown>,
    { cwd, runFolder },
    context,
    async () => {
      act(cwd);
      return {} as AgentResult;
    },
  );
  await made;
  return { cwd, runFolder, denied, now: readFileSync(join(cwd, spec), 'utf8') };
}

test.each<[string, (cwd: string) => void]>([
  ['rewrites', (cwd) => writeFileSync(join(cwd, spec), 'sum may do anything\n')],
  ['deletes', (cwd) => rmSync(join(cwd, spec))],
  ['replaces the folder of', (cwd) => rmSync(join(cwd, 'docs'), { recursive: true })],
  [
    'replaces the folder by a link, above',
    (cwd) => {
      rmSync(join(cwd, 'docs'), { recursive: true });
      mkdirSync(join(cwd, 'other/task'), { recursive: true });
      writeFileSync(join(cwd, 'other/task/spec.md'), 'sum may do anything\n');
      symlinkSync('other', join(cwd, 'docs'));
    },
  ],
])('D1 an agent that %s its spec does not change it', async (_, act) => {
  const { denied, now } = await callWith(act);
  expect([now, denied]).toEqual(['sum adds\n', [spec]]);
});

test('D2 the changed version is kept with the run', async () => {
  const { runFolder } = await callWith((cwd) => writeFileSync(join(cwd, spec), 'by hand\n'));
  const [kept = ''] = readdirSync(join(runFolder, 'artifacts'));
  expect(readFileSync(join(runFolder, 'artifacts', kept), 'utf8')).toBe('by hand\n');
});

test('an untouched document is not written, and a call in a lane is not guarded', async () => {
  expect((await callWith(() => {})).denied).toEqual([]);
  const { denied, now } = await callWith((cwd) => writeFileSync(join(cwd, spec), 'new\n'), '.harness/worktrees/a');
  expect([now, denied]).toEqual(['new\n', []]);
});

describe('D3 in a folder that the role must leave', () => {
  const folder = 'docs/plans/';
  const role = { mustLeave: () => [folder] };
  const names = (cwd: string) => readdirSync(join(cwd, folder)).sort();

  test('a new Markdown file is removed and kept with the run, and other files stay', async () => {
    const plan = (cwd: string) => {
      mkdirSync(join(cwd, folder, 'below'), { recursive: true });
      for (const name of ['plan.md', 'notes.txt', 'below/x.md']) writeFileSync(join(cwd, folder, name), 'planted\n');
    };
    const { cwd, runFolder, denied } = await callWith(plan, '.', role);
    expect([names(cwd), denied]).toEqual([['below', 'notes.txt'], [`${folder}plan.md`]]);
    const [kept = ''] = readdirSync(join(runFolder, 'artifacts'));
    expect(readFileSync(join(runFolder, 'artifacts', kept), 'utf8')).toBe('planted\n');
    expect(names((await callWith(plan)).cwd)).toContain('plan.md');
  });

  test('a link in place of the folder is removed', async () => {
    const link = (cwd: string) => {
      mkdirSync(join(cwd, 'mine'));
      writeFileSync(join(cwd, 'mine/plan.md'), 'planted\n');
      symlinkSync('../mine', join(cwd, 'docs/plans'));
    };
    const { cwd } = await callWith(link, '.', role);
    expect(readdirSync(join(cwd, 'docs'))).not.toContain('plans');
    expect(readdirSync(join(cwd, 'mine'))).toEqual(['plan.md']);
  });
});
