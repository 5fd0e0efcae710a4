/** The Stop hook under the real program of Claude, with a scripted model on loopback. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findClaudeInstallation } from '@harness/effects/agent/claude/installed';
import { expect, test } from 'vitest';
import { claude } from '../../testing/claude-program.ts';
import { type Repository, repository } from '../../testing/command.ts';
import { environment, startModelServer } from '../../testing/real-program.ts';

const bin = join(import.meta.dirname, '..', '..', '..', '..', '..', 'bin', 'harness.mjs');
const issues = Array.from({ length: 12 }, (_, n) => `MB-${n + 1}`);
const answers = [...issues.map((id) => `Implemented it.\n\n**[ISSUE_COMPLETE: ${id}]**`), '[HARNESS_DONE]'];

/** A repository with an active loop, and a conversation whose model completes one issue per turn. */
async function conversation() {
  const repo = repository();
  const yaml = 'active: true\niteration: 1\nmax_iterations: 20';
  repo.write('repo/.claude/harness-state.local.md', `---\n${yaml}\n---\n\nGo on with the next issue.\n`);
  const command = `'${process.execPath}' '${bin}' issues stop-hook`;
  const settings = { hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } };
  const home = join(repo.path, '..', 'home');
  mkdirSync(home);
  const server = await startModelServer(claude, ...answers.map((text) => ({ times: 1, turns: [{ text }] })));
  const env = { ...environment(claude, server), HOME: home, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
  const file = repo.write('settings.json', JSON.stringify(settings));
  const say = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runClaude(repo, [...args, '--settings', file, '--model', 'claude-sonnet-4-5'], { ...env, ...more });
  return { repo, server, say, status: () => repo.json<Readonly<Record<string, unknown>>>('issues', 'status') };
}

function runClaude(repo: Repository, args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { program: found } = findClaudeInstallation();
  if (found.is === 'missing') throw new Error('the program of Claude is not installed');
  const child = spawn(found.program, args, {
    cwd: repo.path,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (exitCode) => resolve(`${exitCode} ${output.trim()}`)));
}

test('I-60 I-61 I-62 twelve issues in a row, one per turn, if the program lets a hook block so often', async () => {
  const { server, say, status } = await conversation();
  expect(await say(['-p', 'Work through the queue.'], { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '20' })).toBe(
    '0 [HARNESS_DONE]',
  );
  expect(server.log).toHaveLength(13);
  expect(server.log.slice(1).every(({ prompt }) => prompt.endsWith('Go on with the next issue.'))).toBe(true);
  expect(await status()).toMatchObject({ active: false, iteration: 13, completed: issues, failed: [] });
}, 120_000);

test('I-61 I-63 without the variable the program ends after eight blocks, and the next prompt continues with the same counters', async () => {
  const { server, say, status } = await conversation();
  expect(await say(['-p', 'Work through the queue.'])).toMatch(/^0/);
  expect(server.log).toHaveLength(9);
  expect(await status()).toMatchObject({ active: true, iteration: 10, completed: issues.slice(0, 9) });
  expect(await say(['--continue', '-p', 'Go on.'])).toBe('0 [HARNESS_DONE]');
  expect(await status()).toMatchObject({ active: false, iteration: 13, completed: issues });
}, 120_000);
