/** Runs every command of docs/CLAUDE_CODE.md and docs/MCP.md, in their order, with the real programs and an empty home. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { skills } from '@harness/core/mcp/skills';
import { findClaudeInstallation } from '@harness/effects/agent/claude/installed';
import { findCodexProgram } from '@harness/effects/agent/codex/installed';
import { expect, test } from 'vitest';
import { codex } from '../testing/codex-program.ts';
import { type Repository, repository, until } from '../testing/command.ts';
import { startModelServer } from '../testing/real-program.ts';

const clone = join(import.meta.dirname, '..', '..', '..', '..');
const pageOf = (name: string) => readFileSync(join(clone, 'docs', name), 'utf8');

/** The blocks of shell commands of a page. */
const blocksIn = (page: string) =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block.replaceAll('<clone>', clone));

/** A shell of a user who has Claude and Codex, and never used them. */
function shellIn(repo: Repository) {
  const [{ program: ofClaude }, ofCodex] = [findClaudeInstallation(), findCodexProgram()];
  if (ofClaude.is === 'missing' || ofCodex.is === 'missing')
    throw new Error('the programs of the providers are not installed');
  for (const [name, program] of [
    ['claude', ofClaude.program],
    ['codex', ofCodex.program],
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
  // Codex looks its tools up by a search of its own; a resource it reads at once.
  const reading = { name: 'read_mcp_resource', input: { server: 'harness', uri: 'harness://runs' } };
  const model = await startModelServer(codex, { turns: [{ tools: [reading] }, { text: 'There is no run.' }] });
  const provider = `{name="local",base_url="${model.url}",wire_api="responses",env_key="OPENAI_API_KEY"}`;
  const settings = `-c model=gpt-5.5 -c model_provider=local -c 'model_providers.local=${provider}'`;
  expect(await shell(`OPENAI_API_KEY=x codex exec ${settings} 'Show the runs'`)).toMatch(/^0 .*There is no run\.$/s);
  expect(JSON.stringify(model.log.at(-1)?.request).replaceAll('\\', '')).toContain('{"version":1,"runs":[]}');
  const daemon = repo.start(['daemon', 'start', '--port', '0', '--script', repo.write('agents.yaml', 'version: 1\n')]);
  await until(() => existsSync(join(repo.path, '.orchestrator', 'control.json')) || undefined);
  const answer = await shell(overHttp);
  for (const [, name] of page.matchAll(/^\| `([a-z_]+)` \|/gm)) expect(answer).toContain(`"name":"${name}"`);
  daemon.child.kill('SIGTERM');
  await daemon.finished;
  expect(page).toContain('"mcpServers": { "harness"');
}, 120_000);
