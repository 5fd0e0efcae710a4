/** Follows docs/ADD_A_WORKFLOW.md in a copy of this repository and uses the new workflow from the command. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repository } from '../testing/command.ts';
import { copyTree, type TreeCopy } from '../testing/tree-copy.ts';

const core = 'packages/core/src/workflows/hello';
const lists = ['packages/core/src/workflows/list.ts', 'packages/harness/src/workflows/list.ts'];

let copy: TreeCopy;
beforeAll(() => {
  copy = copyTree();
  copy.follow('ADD_A_WORKFLOW.md', 'add-a-workflow');
}, 300_000);
afterAll(() => rmSync(copy.path, { recursive: true, force: true, maxRetries: 5 }));

/** Makes an edit, returns the errors of the type check, and reverts the edit. */
function errorsAfter(file: string, change: (text: string) => string): string {
  const before = readFileSync(join(copy.path, file), 'utf8');
  copy.edit(file, change);
  const [, name = ''] = /^packages\/(\w+)\//.exec(file) ?? [];
  const { exitCode, output } = copy.tool('tsc', '-b', `packages/${name}`);
  writeFileSync(join(copy.path, file), before);
  return exitCode === 0 ? 'no error' : output;
}

describe('a new workflow', () => {
  test('changes exactly two existing files, and passes type check, lint and cycle check', () => {
    expect(copy.changed()).toEqual(lists);
    expect(copy.tool('biome', 'check', '--write', ...lists)).toMatchObject({ exitCode: 0 });
    expect(copy.tool('tsc', '-b')).toEqual({ exitCode: 0, output: '' });
    expect(copy.tool('biome', 'check', 'packages')).toMatchObject({ exitCode: 0 });
    expect(copy.tool('oxlint', '--type-aware', '--deny-warnings', 'packages/core', 'packages/harness').exitCode).toBe(
      0,
    );
    const cruised = copy.tool('depcruise', 'packages', '--config', '.dependency-cruiser.cjs');
    expect(cruised.output).toContain('no dependency violations found');
  });

  test.each([
    ['a text is missing in one language', `${core}/ko.ts`, /\n {2}progress: .*\n/, '\n', 'progress'],
    [
      'a text reads another parameter',
      `${core}/en.ts`,
      'said: ({ greeting, file })',
      'said: ({ greeting, path: file })',
      'path',
    ],
    [
      'a question is asked without its parameter',
      `${core}/machine.ts`,
      "'hello.tone', { name }",
      "'hello.tone', {}",
      'name',
    ],
    ['a code is unknown', `${core}/machine.ts`, "'hello.tone'", "'hello.mood'", 'hello.mood'],
    ['a state expects another choice', `${core}/machine.ts`, "'Warm' | 'Short'", "'Warm' | 'Long'", 'Short'],
    [
      'a declared role does not exist',
      `${core}/workflow.ts`,
      "['hello.greeter']",
      "['hello.greeter', 'hello.waver']",
      'hello.waver',
    ],
    ['the harness half is missing', lists[1] ?? '', '  hello: helloCommands,\n', '', 'hello'],
  ])('does not compile if %s', (_, file, from, to, named) => {
    expect(errorsAfter(file, (text) => text.replace(from, to))).toContain(named);
  });

  test('works from the command in both languages: refusal, question, answer, resume, result', async () => {
    const repo = repository();
    const script = repo.write(
      'agents.yaml',
      'version: 1\nanswers:\n  - when: { role: hello.greeter }\n    reply: Hello dear Ann\n',
    );
    const harness = (...args: readonly string[]) => {
      const launcher = join(copy.path, 'bin', 'harness.mjs');
      const { status, stdout, stderr } = spawnSync('node', [launcher, ...args], { cwd: repo.path, encoding: 'utf8' });
      return { exitCode: status, stdout, stderr };
    };
    const json = (...args: readonly string[]) => JSON.parse(harness(...args, '--json').stdout);
    expect(harness('hello', 'Ann!').stderr).toBe(
      '"Ann!" is shouted; write the name alone.\n  try: harness hello Ann\n',
    );
    expect(harness('hello', 'Ann!', '--lang', 'ko')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('이름만'),
    });
    expect(harness('--help').stdout).toContain('greet one person');

    const asked = harness('hello', 'Ann', '--no-input', '--script', script);
    expect(asked).toMatchObject({
      exitCode: 8,
      stdout: expect.stringContaining('In which tone should Ann be greeted?'),
    });
    const [{ id: question, header, options }] = json('questions').questions;
    expect([header, options[0].label]).toEqual(['Tone', 'Warm']);
    expect(harness('questions', '--lang', 'ko').stdout).toContain('어떤 말투로');
    expect(harness('answer', question, 'Warm')).toMatchObject({ exitCode: 0 });

    const resumed = harness('resume');
    expect(resumed).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Hello dear Ann (also in .harness/greeting.txt)'),
    });
    expect(resumed.stdout).toContain('greeted Ann in 3 words');
    expect(readFileSync(join(repo.path, '.harness/greeting.txt'), 'utf8')).toBe('Hello dear Ann\n');
    const [{ id: run, workflow, status }] = json('runs').runs;
    expect([workflow, status]).toEqual(['hello', 'done']);
    expect(json('show', run).calls).toMatchObject([{ role: 'hello.greeter', outcome: 'ok', mode: 'complete' }]);
    expect(harness('logs', run, '--lang', 'ko').stdout).toContain('Ann에게 3단어로 인사했습니다');

    const korean = harness(
      'hello',
      'Ann',
      '--lang',
      'ko',
      '--script',
      repo.write(
        'warm.yaml',
        `${readFileSync(script, 'utf8')}people:\n  - when: { header: Tone }\n    choose: Short\n`,
      ),
    );
    expect(korean).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Hello dear Ann (.harness/greeting.txt에도 있습니다)'),
    });
    const document = json('hello', 'Ann', '--script', join(repo.path, '..', 'warm.yaml'));
    expect(document).toMatchObject({ workflow: 'hello', status: 'done', name: 'Ann', greeting: 'Hello dear Ann' });
    const [entry = ''] = readFileSync(join(copy.path, 'dist/cli/.stamp'), 'utf8').split('\n\n');
    expect(entry.split('\n').filter((path) => path.includes('/workflows/'))).toEqual([]);
  });
});
