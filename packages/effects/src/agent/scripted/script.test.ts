import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { parseScript, readScript } from './script.ts';
import { ScriptError } from './source.ts';

const contractsExample = `
version: 1
answers:                      # tried top to bottom; the first that matches and is not used up answers
  - when:                     # every key given must match; none given matches all
      role: mission.worker    # role id, or a glob: "task.*"
      item: F-001             # feature, phase, issue or plan id
      attempt: 1              # 1-based
      prompt: "regex"
    times: 1                  # default: no limit
    steps:                    # done in the agent's working folder, in order
      - write:  { path: src/add.js, text: "…" }
      - edit:   { path: src/add.js, find: "a", replace: "b" }
      - delete: src/old.js
      - run:    "node -e 1"
      - sleep:  50            # ms
      - fail:   { kind: rate_limit, retryAfterMs: 200 }
      - hang:   true          # never answers
    reply: "WORKER F-001: implemented — add()"
    json:  { }
    usage: { input: 1200, output: 300, cacheRead: 1000, cacheWrite: 100, costUsd: 0.01 }
people:
  - when:   { header: Spec, item: F-001, nth: 1 }
    choose: Proceed
    note:   "…"
    after:  100
`;

const problemIn = (source: string, file = 'script.yaml') => {
  try {
    return parseScript(source, file);
  } catch (error) {
    if (error instanceof ScriptError) return error;
    throw error;
  }
};

test('the example of the contract is a valid script', () => {
  const { answers, people } = parseScript(contractsExample, 'script.yaml');
  expect(answers[0]?.steps.map(({ kind }) => kind)).toEqual([
    'write',
    'edit',
    'delete',
    'run',
    'sleep',
    'fail',
    'hang',
  ]);
  expect(answers[0]).toMatchObject({
    when: { role: 'mission.worker', item: 'F-001', attempt: 1, prompt: /regex/m },
    times: 1,
  });
  expect(answers[0]).toMatchObject({ json: {}, usage: { input: 1200, costUsd: 0.01 }, raw: false });
  expect(people).toEqual([
    { when: { header: 'Spec', item: 'F-001', nth: 1 }, choose: 'Proceed', note: '…', after: 100 },
  ]);
});

test('fields have defaults: matches all, no steps, empty reply, no usage', () => {
  expect(parseScript('{ version: 1, answers: [{}] }', 'x.yml')).toEqual({
    version: 1,
    answers: [
      {
        when: {},
        steps: [],
        reply: '',
        usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0 },
        raw: false,
      },
    ],
    people: [],
  });
});

test('reads JSON with tabs', () => {
  expect(parseScript('{\n\t"version": 1,\n\t"answers": [{"reply": "x"}]\n}', 'script.json').answers[0]?.reply).toBe(
    'x',
  );
});

test('a file may have a mode, be binary, and be raw', () => {
  const source =
    'version: 1\nanswers: [{ raw: true, steps: [{ write: { path: a, base64: aGk=, mode: "755", raw: true } }, { run: x, raw: true }] }]';
  expect(parseScript(source, 'x').answers[0]).toMatchObject({
    raw: true,
    steps: [
      { kind: 'write', body: { base64: 'aGk=', mode: '755' }, raw: true },
      { kind: 'run', raw: true },
    ],
  });
});

test('an id keeps its digits', () => {
  const source = 'version: 1\nanswers: [{ when: { item: 0007 } }]\npeople: [{ when: { item: 0010 }, choose: x }]';
  const { answers, people } = parseScript(source, 'x.yaml');
  expect([answers[0]?.when.item, people[0]?.when.item]).toEqual(['0007', '0010']);
});

test('reports all problems in one sentence, each with its path', () => {
  const source = `
version: 1
answers:
  - whn: { role: x }
    steps: [{ write: { path: 1, text: a } }, { wirte: {} }, { fail: { kind: nonsense } }]
  - when: { prompt: "(" }
    times: many
people: [{ choose: 3, extra: 1 }]
speed: 2`;
  const error = problemIn(source, 'my.yaml');
  expect(error).toMatchObject({ code: 'invalid' });
  const { message } = error as ScriptError;
  expect(message).toMatch(/^The script my\.yaml is not valid: [^\n]*\.$/);
  for (const part of [
    'answers[0].whn is not a known key',
    'answers[0].steps[0].write.path: expected string, received number',
    'answers[0].steps[1].wirte is not a known key',
    'answers[0].steps[2].fail.kind: expected one of "rate_limit"',
    'answers[1].when.prompt: Invalid regular expression',
    'answers[1].times: expected number, received string',
    'people[0].choose: expected string, received number',
    'people[0].extra is not a known key',
    'speed is not a known key',
  ])
    expect(message).toContain(part);
});

test.each([
  ['version: 2', 'version: '],
  ['answers: []', 'version: '],
  ['', 'the script: expected object, received null'],
  ['version: 1\nanswers: [{ steps: [{}] }]', 'answers[0].steps[0]: needs exactly one of write, edit'],
  [
    'version: 1\nanswers: [{ steps: [{ run: a, hang: true }] }]',
    'answers[0].steps[0]: needs exactly one of write, edit',
  ],
  [
    'version: 1\nanswers: [{ steps: [{ write: { path: a } }] }]',
    'answers[0].steps[0].write: needs either text or base64',
  ],
  [
    'version: 1\nanswers: [{ steps: [{ write: { path: a, text: x, mode: rwx } }] }]',
    'answers[0].steps[0].write.mode: expected a mode',
  ],
  [
    'version: 1\nanswers: [{ steps: [{ edit: { path: a, replace: x } }] }]',
    'answers[0].steps[0].edit.find: is missing',
  ],
  ['version: 1\nversion: 1', 'is not YAML: Map keys must be unique'],
  ['a: [', 'is not YAML: '],
])('%j is refused', (source, part) => {
  expect(problemIn(source)).toMatchObject({ code: 'invalid', message: expect.stringContaining(part) });
});

test('refuses invalid JSON', () => {
  expect(problemIn('{', 'x.json')).toMatchObject({ code: 'invalid', message: expect.stringContaining('is not JSON') });
});

test('returns the hash of the bytes with the script', async () => {
  const file = join(await testFolder(), 'script.yaml');
  await writeFile(file, contractsExample);
  expect((await readScript(file)).sha256).toBe(createHash('sha256').update(contractsExample).digest('hex'));
});

test('tells a missing file from an unreadable one', async () => {
  const folder = await testFolder();
  await mkdir(join(folder, 'folder.yaml'));
  await expect(readScript(join(folder, 'none.yaml'))).rejects.toMatchObject({ name: 'ScriptError', code: 'missing' });
  await expect(readScript(join(folder, 'folder.yaml'))).rejects.toMatchObject({ code: 'unreadable' });
});
