/** The plugin under the real program of Claude: validated, installed into an empty home, each command typed once. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skills } from '@harness/core/mcp/skills';
import { findClaudeInstallation } from '@harness/effects/agent/claude/installed';
import type { ToolUse } from '@harness/effects/testing/messages-server/turn';
import { beforeAll, expect, test } from 'vitest';
import { claude } from '../testing/claude-program.ts';
import { type Repository, repository } from '../testing/command.ts';
import { plan } from '../testing/hub.ts';
import { environment, type ModelServer, startModelServer } from '../testing/real-program.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';
import { version } from '../version.ts';

const clone = join(import.meta.dirname, '..', '..', '..', '..');
const plugin = join(clone, 'plugins', 'harness');

function program(): string {
  const { program: found } = findClaudeInstallation();
  if (found.is === 'missing') throw new Error('the program of Claude is not installed');
  return found.program;
}

let home: string;
const environmentOf = () => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
});
function runClaude(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(program(), args, { cwd: home, env: environmentOf(), encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'harness-plugin-'));
  const added = [runClaude('plugin', 'marketplace', 'add', clone), runClaude('plugin', 'install', 'harness@harness')];
  expect(added).toMatchObject([{ status: 0 }, { status: 0 }]);
  return () => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

interface Turn {
  readonly text?: string;
  readonly tools?: readonly ToolUse[];
}
const call = (name: string, input: Readonly<Record<string, unknown>> = {}): Turn => ({
  tools: [{ name: `mcp__plugin_harness_harness__${name}`, input }],
});

/** Agents that a person configured, and the documents that the commands name. */
function preparedRepository(): Repository {
  const repo = repository();
  const agents = script(repo, [implementerAnswer(), reviewerAnswer('- [high] work.txt:1: no.')]);
  const config = {
    agent: { provider: 'scripted', script: agents, maxReviewPasses: 1 },
    checks: { test: "printf '1..1\\nok 1\\n'" },
  };
  repo.write('repo/harness.config.json', JSON.stringify(config));
  repo.write('repo/SPEC.md', '# Shop\n\n## Implementation Order\n\n### Phase 1: Core\n\n### Phase 2: Report\n');
  repo.write('repo/docs/exec-plans/active/0001-first.md', plan('0001', 'first'));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Setup');
  return repo;
}

async function type(
  repo: Repository,
  command: string,
  server: ModelServer,
  ...more: readonly string[]
): Promise<string> {
  const child = spawn(program(), ['-p', command, '--model', 'claude-sonnet-4-5', ...more], {
    cwd: repo.path,
    env: { ...environmentOf(), ...environment(claude, server) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (exitCode) => resolve(`${exitCode} ${output.trim()}`)));
}

/** The results of the tools, in order: the texts that the model received. */
function resultsOf({ log }: ModelServer): readonly string[] {
  const messages = (log.at(-1)?.request as { messages?: readonly { content: unknown }[] } | undefined)?.messages ?? [];
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as { type: string }[]) : []));
  return blocks.filter(({ type: kind }) => kind === 'tool_result').map((block) => JSON.stringify(block));
}

test('the real program validates the plugin and the marketplace, strictly, and finds all of its parts', () => {
  for (const path of [clone, plugin])
    expect(runClaude('plugin', 'validate', '--strict', path)).toMatchObject({ status: 0 });
  const { output } = runClaude('plugin', 'details', 'harness');
  for (const { name } of skills) expect(output).toContain(name);
  expect(output).toMatch(/Hooks \(1\) {2}Stop/);
  expect(output).toMatch(/MCP servers \(1\) {2}harness/);
  const manifest = JSON.parse(readFileSync(join(plugin, '.claude-plugin', 'plugin.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({ name: 'harness', version });
});

interface Typed {
  readonly typed: string;
  readonly turn: Turn;
  /** The workflow whose run must exist afterwards, although the conversation is over. */
  readonly starts?: string;
  readonly result: RegExp;
}

const runResult = /\\"run\\":\\"[\w.-]+\\"/;
const commands: readonly Typed[] = [
  {
    typed: '/harness:autopilot SPEC.md --review-plans',
    turn: call('run', { workflow: 'autopilot', subject: 'SPEC.md', options: { 'review-plans': true } }),
    starts: 'autopilot',
    result: runResult,
  },
  {
    typed: '/harness:planning SPEC.md --preview',
    turn: call('run', { workflow: 'planning', subject: 'SPEC.md', options: { preview: true } }),
    starts: 'planning',
    result: runResult,
  },
  {
    typed: '/workflow plan "Add a greeting" --mode single',
    turn: call('run', { workflow: 'task', action: 'plan', subject: 'Add a greeting', options: { mode: 'single' } }),
    starts: 'task',
    result: runResult,
  },
  {
    typed: '/harness start --project app',
    turn: call('run', { workflow: 'issues', options: { project: 'app' } }),
    starts: 'issues',
    result: runResult,
  },
  { typed: '/harness status', turn: call('show', { loop: true }), result: /No harness state file found/ },
  { typed: '/harness stop', turn: call('stop', { loop: true }), result: /No active harness session/ },
  {
    typed: '/harness:mission SPEC.md',
    turn: call('run', { workflow: 'mission', subject: 'SPEC.md' }),
    starts: 'mission',
    result: runResult,
  },
  {
    typed: '/harness:run 0001 --local-only',
    turn: call('run', { workflow: 'plan', subject: '0001', options: { 'local-only': true } }),
    starts: 'plan',
    result: runResult,
  },
  { typed: '/harness:report last night', turn: call('report', { since: 'last night' }), result: /\\"needsYou\\":/ },
  { typed: '/harness:watch', turn: call('runs'), result: /\\"runs\\":\[\]/ },
];

async function typeOnce({ typed, turn, starts, result }: Typed): Promise<void> {
  const repo = preparedRepository();
  const server = await startModelServer(claude, { turns: [turn, { text: 'It is done.' }] });
  expect(await type(repo, typed, server), typed).toBe('0 It is done.');
  const [, name = '', words = ''] = /^\/(?:harness:)?(\S+) ?(.*)$/.exec(typed) ?? [];
  expect(server.log[0]?.prompt).toContain(`<command-name>/harness:${name}</command-name>`);
  expect(server.log[0]?.prompt).toContain(`The person typed: ${words}`);
  expect(resultsOf(server).join('\n'), typed).toMatch(result);
  const { runs } = await repo.json<{ runs: { workflow: string }[] }>('runs');
  expect(runs.map(({ workflow }) => workflow)).toEqual(starts === undefined ? [] : [starts]);
}

test('each command typed once: it calls its tool, and the run outlives the conversation', async () => {
  const left = [...commands];
  const take = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await typeOnce(next);
  };
  await Promise.all([take(), take()]);
}, 240_000);

test('/harness:converge, then /harness:questions: without a form nothing is answered, with one a person answers', async () => {
  const repo = preparedRepository();
  const start = call('run', { workflow: 'converge', subject: 'Do it' });
  const rest = call('wait', { until: 'rest', seconds: 50 });
  const first = await startModelServer(claude, { turns: [start, rest, call('questions'), { text: 'It asks.' }] });
  expect(await type(repo, '/harness:converge "Do it"', first)).toBe('0 It asks.');
  const { questions } = await repo.json<{ questions: { id: string }[] }>('questions');
  const question = questions[0]?.id ?? '';
  expect(resultsOf(first).at(-1)).toContain(question);
  const second = await startModelServer(claude, {
    turns: [call('answer', { question }), call('answer', { question, choice: 'stop' }), { text: 'Please answer.' }],
  });
  expect(await type(repo, '/harness:questions', second)).toBe('0 Please answer.');
  const [asked, chosen] = resultsOf(second);
  expect(asked).toContain('Nothing was answered');
  expect(asked).toContain(`harness answer ${question}`);
  expect(chosen).toContain('"is_error":true');
  expect((await repo.json<{ questions: object[] }>('questions')).questions).toHaveLength(1);

  // A hook of the program fills in the form, because it has no terminal for the person.
  const output = { hookEventName: 'Elicitation', action: 'accept', content: { choice: 'stop', note: 'enough' } };
  const command = `echo '${JSON.stringify({ hookSpecificOutput: output })}'`;
  const hooks = { Elicitation: [{ hooks: [{ type: 'command', command }] }] };
  const run = await repo.newest();
  const third = await startModelServer(claude, {
    turns: [call('answer', { question }), call('resume', { run }), rest, { text: 'Thank you.' }],
  });
  const settings = repo.write('form.json', JSON.stringify({ hooks }));
  expect(await type(repo, '/harness:questions', third, '--settings', settings)).toBe('0 Thank you.');
  expect(await repo.json('show', run)).toMatchObject({
    status: 'stopped',
    questions: [{ answer: 'stop', note: 'enough', channel: 'mcp' }],
  });
}, 120_000);

test('the Stop hook leads an active loop, with the skill harness-protocol, and no agent starts a command of a person', async () => {
  const repo = preparedRepository();
  const yaml = 'active: true\niteration: 1\nmax_iterations: 20';
  repo.write('repo/.claude/harness-state.local.md', `---\n${yaml}\n---\n\nGo on with the next issue.\n`);
  const load = (skill: string): Turn => ({ tools: [{ name: 'Skill', input: { skill } }] });
  const server = await startModelServer(
    claude,
    { prompt: /Work through/, turns: [load('harness:harness-protocol')] },
    {
      prompt: /Hard gates, for each group before its commit/,
      turns: [load('harness:autopilot'), { text: '[ISSUE_COMPLETE: MB-1]' }],
    },
    { prompt: /Go on with the next issue/, turns: [{ text: '[HARNESS_DONE]' }] },
  );
  expect(await type(repo, 'Work through the queue.', server)).toBe('0 [HARNESS_DONE]');
  expect(resultsOf(server).at(-1)).toContain('cannot be used with Skill tool due to disable-model-invocation');
  expect(await repo.json('issues', 'status')).toMatchObject({ active: false, completed: ['MB-1'] });
}, 120_000);

test('the Stop hook is silent and fast without a loop, and the copy in the cache of Claude finds the program', () => {
  const repo = repository();
  const starter = join(plugin, 'scripts', 'start-harness.mjs');
  const time = (...args: readonly string[]) => {
    const startedAt = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: repo.path,
      encoding: 'utf8',
      input: '{}',
    });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
    return performance.now() - startedAt;
  };
  const best = (...args: readonly string[]) => Math.min(...Array.from({ length: 7 }, () => time(...args)));
  // 100 ms on an idle machine, where an empty program takes 40.
  expect(best(starter, 'issues', 'stop-hook')).toBeLessThan(Math.max(100, 2.5 * best('-e', '0')));

  const started = (path: string, PATH = '') =>
    spawnSync(process.execPath, [path, '--version'], { cwd: repo.path, env: { PATH }, encoding: 'utf8' });
  const copy = join(home, '.claude', 'plugins', 'cache', 'harness', 'harness', version, 'scripts', 'start-harness.mjs');
  expect(started(copy)).toMatchObject({ status: 0, stdout: `${version}\n` });
  const lost = repo.write('elsewhere/start-harness.mjs', readFileSync(starter, 'utf8'));
  expect(started(lost)).toMatchObject({ status: 1, stderr: expect.stringContaining('was not found') });
  symlinkSync(join(clone, 'bin', 'harness.mjs'), repo.write('programs/other', '').replace(/other$/, 'harness'));
  expect(started(lost, join(repo.path, '..', 'programs'))).toMatchObject({ stdout: `${version}\n` });
});
