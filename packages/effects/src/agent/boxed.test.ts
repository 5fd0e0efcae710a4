/** Runs the real programs in a real box, which is the same for all providers, whatever sandbox they have. */

import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Mode } from '@harness/core/role/role';
import { expect, onTestFinished, test } from 'vitest';
import type { OpenBox } from '../sandbox/box.ts';
import { testFolder } from '../test-folder.ts';
import * as claude from '../testing/claude.ts';
import * as codex from '../testing/codex.ts';
import type { Turn } from '../testing/messages-server/turn.ts';
import { describeBoxed, testSandbox } from '../testing/sandbox.ts';

interface Place {
  readonly root: string;
  readonly cwd: string;
  readonly runFolder: string;
  readonly box: OpenBox;
}

async function placeFor(mode: Mode, ...writes: readonly string[]): Promise<Place> {
  const root = await testFolder();
  const runFolder = join(root, '.harness/runs/r');
  mkdirSync(runFolder, { recursive: true });
  mkdirSync(join(root, '.git'));
  writeFileSync(join(runFolder, 'journal.jsonl'), 'kept\n');
  writeFileSync(join(root, 'a.txt'), 'a\n');
  const sandbox = await testSandbox(root);
  const box = await sandbox.forAgent({ cwd: root, runFolder, mode, writes, onDenied: () => undefined });
  onTestFinished(() => box.close());
  return { root, cwd: root, runFolder, box };
}

/** Counts the requests it receives. */
async function startLocalServer() {
  let visits = 0;
  const server = createServer((_, response) => {
    visits++;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { visits: () => visits, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** A shell command that searches for the key: its own environment, all visible processes, and every file of the run. */
const searchKeyCommand = (runFolder: string) =>
  `env; cat /proc/[0-9]*/environ | tr '\\0' '\\n'; grep -rsl KEYMARK ${runFolder} ; echo looked`;

describeBoxed('claude in a box', () => {
  const bash = (command: string) => ({ name: 'Bash', input: { command } });
  const ask = async (mode: Mode, turns: readonly Turn[], place: Place, ...writes: readonly string[]) => {
    const { url, log } = await claude.startMessagesModel({ turns });
    const { box, cwd, runFolder } = place;
    const request = { mode, cwd, runFolder, box, ...(writes.length === 0 ? {} : { writes }) };
    return { ...(await claude.askClaude({ options: { baseUrl: url }, request })), log };
  };

  test('works in its folder and hides the key from the program and its commands', async () => {
    const place = await placeFor('exec');
    const attack = 'sh -c "echo x > .git/x; echo x > .harness/runs/r/journal.jsonl"';
    const command = `${searchKeyCommand(place.runFolder).replace('KEYMARK', claude.testKey)}; echo made > made.txt`;
    const turns = [{ tools: [bash(command)] }, { tools: [bash(attack)] }, { text: 'done' }];
    const { result, log, events } = await ask('exec', turns, place);
    expect(result).toMatchObject({ outcome: 'ok', text: 'done' });
    const { messages } = log[1]?.request ?? { messages: [] };
    const lastMessage = JSON.stringify(messages.at(-1));
    expect(lastMessage).toContain('looked');
    expect(lastMessage).not.toContain(claude.testKey);
    expect(readFileSync(join(place.root, 'made.txt'), 'utf8')).toBe('made\n');
    expect([
      existsSync(join(place.root, '.git/x')),
      readFileSync(join(place.runFolder, 'journal.jsonl'), 'utf8'),
    ]).toEqual([false, 'kept\n']);
    expect(events.find(({ type }) => type === 'process')).toMatchObject({ pid: expect.any(Number) });
  });

  test('reviews with access to the model only, and writes its one file', async () => {
    const place = await placeFor('review', 'docs/report.md');
    const write = { name: 'Write', input: { file_path: join(place.root, 'docs/report.md'), content: 'fine\n' } };
    const read = { name: 'Read', input: { file_path: join(place.root, 'a.txt') } };
    const { result } = await ask(
      'review',
      [{ tools: [read] }, { tools: [write] }, { text: 'looked' }],
      place,
      'docs/report.md',
    );
    await place.box.bringOut();
    expect(result).toMatchObject({ outcome: 'ok', text: 'looked' });
    expect(readFileSync(join(place.root, 'docs/report.md'), 'utf8')).toBe('fine\n');
  });

  test('also keeps the token of a subscription outside', async () => {
    const place = await placeFor('exec');
    const token = 'sk-ant-oat01-of-the-test';
    const { url, log } = await claude.startMessagesModel({ turns: [{ tools: [bash('env')] }, { text: 'done' }] });
    const environment = { PATH: process.env['PATH'], CLAUDE_CODE_OAUTH_TOKEN: token };
    const { box, cwd, runFolder } = place;
    const { result } = await claude.askClaude({
      options: { baseUrl: url, environment },
      request: { mode: 'exec', cwd, runFolder, box },
    });
    expect(result).toMatchObject({ outcome: 'ok' });
    expect(log[0]?.headers['authorization']).toBe(`Bearer ${token}`);
    expect(JSON.stringify(log[1])).toContain('HARNESS_EFFECT=');
    expect(JSON.stringify(log[1]).replaceAll(`Bearer ${token}`, '')).not.toContain(token);
  });
});

describeBoxed('codex in a box', () => {
  const shell = (cmd: string) => ({ name: 'exec_command', input: { cmd } });
  const ask = async (mode: Mode, command: string, place: Place) => {
    const { url, log } = await codex.startResponsesModel({ turns: [{ tools: [shell(command)] }, { text: 'done' }] });
    const { box, cwd, runFolder } = place;
    const call = await codex.askCodex({ options: { baseUrl: url }, request: { mode, cwd, runFolder, box } });
    return { ...call, log, output: String(log[1]?.outputs[0]) };
  };

  test('works in its folder without its own sandbox, and hides the key from the program and its commands', async () => {
    const place = await placeFor('exec');
    const { url, visits } = await startLocalServer();
    const command = `${searchKeyCommand(place.runFolder).replace('KEYMARK', codex.testKey)}; echo made > made.txt; echo x > .git/x; node -e "fetch('${url}')"`;
    const { result, output } = await ask('exec', command, place);
    expect(result).toMatchObject({ outcome: 'ok', text: 'done' });
    expect(output).toContain('looked');
    expect(output).not.toContain(codex.testKey);
    expect([existsSync(join(place.root, 'made.txt')), existsSync(join(place.root, '.git/x')), visits()]).toEqual([
      true,
      false,
      1,
    ]);
  });

  test('reviews without writing and reaches only the model', async () => {
    const place = await placeFor('review');
    const { url, visits } = await startLocalServer();
    const { result, output, events } = await ask(
      'review',
      `cat a.txt; touch made.txt; node -e "fetch('${url}')"`,
      place,
    );
    expect(result).toMatchObject({ outcome: 'ok', text: 'done' });
    expect(output).toMatch(/Read-only file system[\s\S]*ECONNREFUSED/);
    expect([existsSync(join(place.root, 'made.txt')), visits()]).toEqual([false, 0]);
    expect(events).toContainEqual({ type: 'denied', tool: 'exec_command', path: 'made.txt' });
  });

  test("starts no program from the repository's configuration, although its own sandbox is off", async () => {
    const place = await placeFor('exec');
    mkdirSync(join(place.root, '.codex'));
    const server = `[mcp_servers.planted]\ncommand = "touch"\nargs = ["${join(place.root, 'started')}"]\n`;
    writeFileSync(
      join(place.root, '.codex/config.toml'),
      `${server}notify = ["touch", "${join(place.root, 'notified')}"]\n`,
    );
    const { result } = await ask('exec', 'echo made > made.txt', place);
    expect(result).toMatchObject({ outcome: 'ok' });
    expect(['made.txt', 'started', 'notified'].map((name) => existsSync(join(place.root, name)))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
