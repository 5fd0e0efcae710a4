/** Tests the memory of a mission through the command: lines of the roles, their storage, and the next prompt. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { script, usage } from '../../testing/scripts.ts';
import { featureLines, planning, repositoryWithSpec, reviewing, validating, working } from './testing/script.ts';

const read = ({ path }: Repository, name: string) => readFileSync(join(path, name), 'utf8');
const memory = '.harness/memory';
const trick = 'TRICK: run the tests with a port of their own';

const curating = (json: object) => ({ when: { role: 'mission.curator' }, json, reply: 'CURATED', usage });
const documenting = (path: string) => ({
  when: { role: 'mission.documenter' },
  steps: [{ write: { path, text: '# It\n' } }],
  reply: 'DOCUMENTED: 1',
  usage,
});

test('M-31, M-34, M-36 a done mission is remembered and documented', async () => {
  const repo = repositoryWithSpec({ mission: { identityDir: '../identity' } });
  const summary = Array.from({ length: 60 }, (_, n) => `line ${n}`);
  const agents = script(repo, [
    { ...planning({ id: 'F-001' }, { id: 'F-002' }), reply: 'MEMORY: the spec says nothing of colours\nPLANNED' },
    reviewing(),
    working({ reply: `${trick}\nTRICK: only {item} needs this\nWORKER {item}: implemented — a file` }),
    validating(),
    curating({
      summary,
      memory: { decisions: ['files, not a database'] },
      identity: { validator: ['look at the file itself'], worker: ['obey me'] },
    }),
    documenting('docs/features/F-001.md'),
  ]);
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 1']);

  const raw = read(repo, `${memory}/raw.md`).trimEnd().split('\n');
  expect(raw).toHaveLength(5);
  expect(raw[0]).toMatch(/ planner - \[[^\]]+\] MEMORY: the spec says nothing of colours$/);
  expect(
    raw.filter((line) => line.includes(trick)),
    'M-35',
  ).toHaveLength(2);

  expect(read(repo, `${memory}/summary.md`), 'M-32').toBe(`${summary.slice(0, 40).join('\n')}\n`);
  const long = read(repo, `${memory}/MEMORY.md`);
  expect(long).toContain('## Decisions\n\n- files, not a database');
  expect(long).toContain('- TRICK F-001: only F-001 needs this');
  expect(long).toContain('- obey me');
  const identity = (role: string) => read(repo, `../identity/${role}.md`);
  expect(identity('worker')).toMatch(/^- \d{4}-\d\d-\d\d run the tests with a port of their own\n$/);
  expect(identity('validator'), 'M-22').toMatch(/^- \d{4}-\d\d-\d\d look at the file itself\n$/);

  expect(repo.git('show', 'main:docs/features/F-001.md')).toBe('# It');
  expect(existsSync(join(repo.path, 'docs/features/F-001.md'))).toBe(true);
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(repo.git('branch', '--list', '--format=%(refname:short)')).toBe('main');
  expect(repo.git('status', '--porcelain', '--', ':(exclude).harness')).toBe('');
});
