/** Tests that a planted key is in no file below .harness, whatever its source. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PerformContext, Performer } from '@harness/core/effects/performer';
import { roles } from '@harness/core/workflows/loaded';
import { expect, test, vi } from 'vitest';
import { agentPerformer } from '../agent/performer.ts';
import { scriptedProvider } from '../agent/scripted/provider.ts';
import { parseScript } from '../agent/scripted/script.ts';
import { checkPerformer } from '../check/performer.ts';
import { gitPerformer } from '../git/performer.ts';
import { testFolder } from '../test-folder.ts';

const known = 'planted by hand, 17 times';
const shaped = 'sk-ant-api03-planted0123456789abcdef';

async function setUp() {
  vi.stubEnv('MY_SERVICE_PASSWORD', known);
  const repo = await testFolder();
  const folder = join(repo, '.harness/runs/r');
  const runFolder = () => folder;
  await mkdir(folder, { recursive: true });
  /** Writes notes and outcomes as the engine does. */
  const perform = async (performer: Performer<AbortSignal>, input: unknown, key: string) => {
    const write = (fact: unknown) => appendFile(join(folder, 'journal.jsonl'), `${JSON.stringify(fact)}\n`);
    const context: PerformContext<AbortSignal> = {
      run: 'r',
      key,
      interrupted: false,
      earlier: undefined,
      signal: new AbortController().signal,
      allowances: () => [],
      note: (code, params) => write({ code, params }),
      report: (event) => expect(JSON.stringify(event)).not.toMatch(`${known}|${shaped}`),
    };
    const { outcome } = await performer.perform(input, context);
    await write(outcome);
    return outcome;
  };
  const limits = { wallMs: 9_000, idleMs: 9_000 };
  const agent = (answer: unknown) => {
    const script = parseScript(JSON.stringify({ version: 1, answers: [answer] }), 'x.json');
    return agentPerformer({
      roles,
      repo,
      runFolder,
      family: async () => [],
      agentFor: () => ({
        provider: scriptedProvider({ script, sha256: 's' }),
        model: undefined,
        insists: false,
        limits,
      }),
      look: async () => null,
      restore: async () => ({ ok: true, value: null }),
    });
  };
  return { repo, folder, runFolder, perform, agent };
}

function leaksBelow(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return files.filter(
    (file) => statSync(file).isFile() && RegExp(`${known}|${shaped}`).test(readFileSync(file, 'utf8')),
  );
}

const call = {
  role: 'converge.implementer',
  item: null,
  workplace: { cwd: '.', checkpoint: 'c' },
  input: { task: 't', checks: [], repair: null },
};

test('redacts the output of a check, also if the key arrives in two pieces', async () => {
  const { repo, folder, runFolder, perform } = await setUp();
  const command = `echo '${known}'; printf 'planted by '; sleep 0.2; echo 'hand, 17 times ${shaped}'; exit 1`;
  const outcome = await perform(
    checkPerformer({ repo, runFolder }),
    { command: command, cwd: '.', timeoutMs: 9_000 },
    'c',
  );
  expect(outcome).toMatchObject({ ok: true, value: { tail: '[redacted]\n[redacted] [redacted]' } });
  expect(leaksBelow(folder)).toEqual([]);
});

test('redacts the output of a check that timed out', async () => {
  const { repo, folder, runFolder, perform } = await setUp();
  const command = `echo '${shaped}'; sleep 20`;
  const outcome = await perform(checkPerformer({ repo, runFolder }), { command, cwd: '.', timeoutMs: 300 }, 'c');
  expect(outcome).toMatchObject({ ok: false, failure: { params: { tail: '[redacted]' } } });
  expect(leaksBelow(folder)).toEqual([]);
});

test("redacts an agent's reply, its JSON and its denied attempts", async () => {
  const { folder, perform, agent } = await setUp();
  const answer = {
    steps: [{ write: { path: `../${shaped}`, text: 'x' } }, { run: `echo ${shaped}; false` }],
    reply: `I found ${known}\nand ${shaped}`,
    json: { nested: [known] },
  };
  expect(await perform(agent(answer), call, '0/change')).toEqual({ ok: true, value: 'and [redacted]' });
  expect(readdirSync(join(folder, 'artifacts')).sort()).toEqual(['0-change.1.reply.json', '0-change.1.reply.txt']);
  expect(leaksBelow(folder)).toEqual([]);
});

test('redacts the detail of a failure', async () => {
  const { repo, folder, runFolder, perform, agent } = await setUp();
  const failing = { steps: [{ fail: { kind: 'auth', detail: `401: invalid key ${known} ${shaped}` } }] };
  expect(await perform(agent(failing), call, '0/change')).toMatchObject({
    failure: { code: 'agent.auth', params: { detail: '401: invalid key [redacted] [redacted]' } },
  });
  const close = { op: 'close-lane', args: { lane: { path: shaped, branch: 'harness/x', base: 'b' } } };
  expect(await perform(gitPerformer({ repo, runFolder }), close, '1/closed')).toMatchObject({ ok: false });
  expect(leaksBelow(folder)).toEqual([]);
});
