/** Runs every command of docs/CLAUDE_CODE.md and docs/MCP.md, in their order, with the real programs and an empty home. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { skills } from '@harness/core/mcp/skills';
import { findClaudeInstallation } from '@harness/effects/agent/claude/installed';
import { findCodexProgram } from '@harness/effects/agent/codex/installed';
import { expect, test } from 'vitest';
import { type Repository, repository, until } from '../testing/command.ts';

const clone = join(import.meta.dirname, '..', '..', '..', '..');
const pageOf = (name: string) => readFileSync(join(clone, 'docs', name), 'utf8');

/** The blocks of shell commands of a page. */
const blocksIn = (page: string) =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block.replaceAll('<clone>', clone));

/** A shell of a user who has Claude and Codex, and never used them. */
function shellIn(repo: Repository) {
  const [{ program: claude }, codex] = [findClaudeInstallation(), findCodexProgram()];
  if (claude.is === 'missing' || codex.is === 'missing')
    throw new Error('the programs of the providers are not installed');
  for (const [name, program] of [
    ['claude', claude.program],
    ['codex', codex.program],
  ] as const)
    chmodSync(repo.write(`programs/${name}`, `#!/bin/sh\nexec '${program}' "$@"\n`), 0o755);
  const folder = join(repo.path, '..');
  mkdirSync(join(folder, 'home', '.codex'), { recursive: true });
  const PATH = [join(folder, 'programs'), process.env['PATH']].join(delimiter);
  const env = { PATH, HOME: join(folder, 'home'), CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
  return (command: string): Promise<string> => {
    const child = spawn('sh', ['-e', '-c', command], { cwd: repo.path, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return new Promise((resolve) => child.on('close', (exitCode) => resolve(`${exitCode} ${output.trim()}`)));
  };
}

test('docs/CLAUDE_CODE.md: its commands install and remove the plugin, and it names every command', async () => {
  const page = pageOf('CLAUDE_CODE.md');
  const shell = shellIn(repository());
  const [first = '', install = '', remove = ''] = blocksIn(page);
  expect(await shell(first)).toContain('Usage: harness');
  expect(await shell(install)).toMatch(/^0 .*installed plugin: harness@harness/s);
  expect(await shell('claude plugin list')).toMatch(/harness@harness[\s\S]*enabled/);
  expect(await shell(remove)).toMatch(/^0 /);
  expect(await shell('claude plugin list')).not.toContain('harness@harness');
  for (const { name, hint, isForPeople } of skills) {
    expect(page).toMatch(new RegExp(isForPeople ? `\`/(harness:)?${name}\\b` : name));
    for (const [flag] of hint.matchAll(/--[a-z-]+/g)) expect(page, name).toContain(flag);
  }
}, 120_000);

test('docs/MCP.md: its commands connect Claude and Codex, and the control server answers', async () => {
  const page = pageOf('MCP.md');
  const repo = repository();
  const shell = shellIn(repo);
  const [withClaude = '', withCodex = '', overHttp = ''] = blocksIn(page);
  expect(await shell(withClaude)).toMatch(/^0 /);
  expect(await shell('claude mcp list')).toMatch(/harness: .*Connected/);
  expect(await shell(withCodex)).toMatch(/^0 /);
  expect(await shell('codex mcp list')).toMatch(/harness .*--repo /);
  const daemon = repo.start(['daemon', 'start', '--port', '0', '--script', repo.write('agents.yaml', 'version: 1\n')]);
  await until(() => existsSync(join(repo.path, '.orchestrator', 'control.json')) || undefined);
  const answer = await shell(overHttp);
  for (const [, name] of page.matchAll(/^\| `([a-z_]+)` \|/gm)) expect(answer).toContain(`"name":"${name}"`);
  daemon.child.kill('SIGTERM');
  await daemon.finished;
  expect(page).toContain('"mcpServers": { "harness"');
}, 120_000);
