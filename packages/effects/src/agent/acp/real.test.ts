/**
 * Tests the real agents of the table, each with a model on loopback. They are large and not installed with the harness,
 * so the tests of an agent run only if it is on PATH, and are reported as skipped otherwise.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { type AcpAgentName, acpAgents } from '@harness/core/providers/acp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { type GeminiTurn, geminiServer } from '../../testing/gemini-server.ts';
import { messagesServer } from '../../testing/messages-server/server.ts';
import type { Turn as Message } from '../../testing/messages-server/turn.ts';
import { responsesServer } from '../../testing/responses-server/server.ts';
import { patchAdding, type Turn as Response, shell } from '../../testing/responses-server/turn.ts';
import { type Behaviour, providerContract } from '../provider.contract.ts';
import type { AgentEvent, AgentRequest, Provider } from '../provider.ts';
import { acpAgent } from './agents.ts';
import { programOf } from './installed.ts';
import { acpProvider } from './provider.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const path = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);

interface Endpoint {
  readonly baseUrl: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly model?: string;
}

const key = 'a-key-of-the-test-4711';
const limited = { is: 'rate-limit', retryAfterS: 3600 } as const;
const silence = { is: 'silence' } as const;

const messages = (cwd: string): Readonly<Record<Behaviour, readonly Message[]>> => ({
  replies: [{ text: 'hello' }],
  writes: [
    {
      tools: [
        { name: 'Write', input: { file_path: join(cwd, 'made.txt'), content: 'made' } },
        { name: 'Bash', input: { command: 'touch ran.txt', description: 'touches' } },
      ],
    },
    { text: 'wrote' },
  ],
  fails: [{ fault: limited }],
  hangs: [{ fault: silence }],
});

const inOpencode = (cwd: string): Readonly<Record<Behaviour, readonly Message[]>> => ({
  ...messages(cwd),
  writes: [
    { tools: [{ name: 'write', input: { filePath: join(cwd, 'made.txt'), content: 'made' } }] },
    { tools: [{ name: 'bash', input: { command: 'touch ran.txt', description: 'touches' } }] },
    { text: 'wrote' },
  ],
});

const responses: Readonly<Record<Behaviour, readonly Response[]>> = {
  replies: [{ text: 'hello' }],
  writes: [{ tools: [patchAdding('made.txt', 'made'), shell('touch ran.txt')] }, { text: 'wrote' }],
  fails: [{ fault: limited }],
  hangs: [{ fault: silence }],
};

const inGemini = (cwd: string): Readonly<Record<Behaviour, readonly GeminiTurn[]>> => ({
  replies: [{ text: 'hello' }],
  writes: [
    { tools: [{ name: 'write_file', args: { file_path: join(cwd, 'made.txt'), content: 'made' } }] },
    { tools: [{ name: 'run_shell_command', args: { command: 'touch ran.txt' } }] },
    { text: 'wrote' },
  ],
  fails: [{ status: 429 }],
  hangs: [{ isSilent: true }],
});

/** Starts a model per agent and returns its settings. */
const endpoints: Readonly<Record<AcpAgentName, (behaviour: Behaviour, cwd: string) => Promise<Endpoint>>> = {
  async 'claude-agent-acp'(behaviour, cwd) {
    const server = await messagesServer([{ turns: messages(cwd)[behaviour] }]);
    onTestFinished(() => server.close());
    return { baseUrl: server.url, keys: { ANTHROPIC_API_KEY: key } };
  },
  async 'codex-acp'(behaviour) {
    const server = await responsesServer([{ turns: responses[behaviour] }]);
    onTestFinished(() => server.close());
    return { baseUrl: server.url, keys: { OPENAI_API_KEY: key }, model: 'gpt-5.5' };
  },
  async opencode(behaviour, cwd) {
    const server = await messagesServer([{ turns: inOpencode(cwd)[behaviour] }]);
    onTestFinished(() => server.close());
    return { baseUrl: `${server.url}/v1`, keys: { ANTHROPIC_API_KEY: key }, model: 'anthropic/claude-haiku-4-5' };
  },
  async gemini(behaviour, cwd) {
    const server = await geminiServer(inGemini(cwd)[behaviour]);
    onTestFinished(() => server.close());
    return { baseUrl: server.url, keys: { GEMINI_API_KEY: key }, model: 'gemini-2.5-flash' };
  },
};

/** The model starts when the folder is known that its tools write to. */
const provider = (name: AcpAgentName, behaviour: Behaviour): Provider => ({
  id: 'acp',
  async *run(request: AgentRequest, signal) {
    const { baseUrl, keys, model } = await endpoints[name](behaviour, request.cwd);
    const environment = { PATH: path, HOME: await testFolder(), ...keys };
    const real = acpProvider({ agent: acpAgent(name), baseUrl, retries: 0, environment });
    yield* real.run({ ...request, ...(model === undefined ? {} : { model }) }, signal);
  },
});

/** Agents that silently wait for a rate limit: only the watchdog ends them. */
const waitsByItself: readonly AcpAgentName[] = ['opencode'];

/** Agents that overwrite a session of the same minute before they read it: they start a new one. */
const forgets: readonly AcpAgentName[] = ['gemini'];

/** Repository files from which agents would start programs; each program leaves a file. */
function autostartFiles(proof: string): Readonly<Record<string, string>> {
  const touch = (name: string) => `touch ${join(proof, name)}`;
  const server = (name: string) => ({ command: '/bin/sh', args: ['-c', touch(name)] });
  const hook = (name: string) => [{ hooks: [{ type: 'command', command: touch(name) }] }];
  const hooks = { SessionStart: hook('session'), PreToolUse: hook('tool'), UserPromptSubmit: hook('prompt') };
  const plugin = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(join(proof, 'plugin'))}, '');\nexport const Planted = async () => ({});\n`;
  const inOpencodeWords = { mcp: { planted: { type: 'local', command: ['/bin/sh', '-c', touch('opencode')] } } };
  return {
    '.mcp.json': JSON.stringify({ mcpServers: { planted: server('mcp') } }),
    '.claude/settings.json': JSON.stringify({ hooks, apiKeyHelper: touch('helper'), enableAllProjectMcpServers: true }),
    '.codex/config.toml': `[mcp_servers.planted]\ncommand = "/bin/sh"\nargs = ["-c", "${touch('codex')}"]\n`,
    '.gemini/settings.json': JSON.stringify({ mcpServers: { planted: server('gemini') }, hooks }),
    'opencode.json': JSON.stringify(inOpencodeWords),
    '.opencode/opencode.json': JSON.stringify(inOpencodeWords),
    '.opencode/plugin/planted.js': plugin,
  };
}

const requestIn = (cwd: string, runFolder: string): AgentRequest => ({
  role: 'a.tester',
  item: null,
  attempt: 1,
  mode: 'exec',
  cwd,
  runFolder,
  family: [],
  variables: {},
  stable: 'Role: a.tester',
  prompt: 'Say hello.',
  mark: `real/${cwd}`,
});

async function runCall(
  name: AcpAgentName,
  behaviour: Behaviour,
  request: AgentRequest,
): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of provider(name, behaviour).run(request, new AbortController().signal)) events.push(event);
  return events;
}

/** Lists the files below a folder that contain the text. */
async function filesContaining(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file)));
  return files.filter((_, at) => contents[at]?.includes(text));
}

describe.each(acpAgents)('%s', (name) => {
  const isHere = programOf(acpAgent(name).program, { PATH: path }) !== undefined;
  test.skipIf(!isHere)(`${name} is installed; otherwise its row of the table is not tested`, () => {
    expect(isHere).toBe(true);
  });
  if (!isHere) return;
  vi.setConfig({ testTimeout: 120_000 }); // some of them take ten seconds to start
  providerContract(async (behaviour) => provider(name, behaviour), waitsByItself.includes(name) ? ['fails'] : []);

  test("the repository's files for agents start no program", async () => {
    const [cwd, runFolder, proof] = [await testFolder(), await testFolder(), await testFolder()];
    for (const [file, text] of Object.entries(autostartFiles(proof))) {
      await mkdir(dirname(join(cwd, file)), { recursive: true });
      await writeFile(join(cwd, file), text);
    }
    const events = await runCall(name, 'writes', requestIn(cwd, runFolder));
    const outcome = acpAgent(name).startsUnasked ? 'startup' : 'ok'; // an agent that would start programs is not started
    expect(events.at(-1)).toMatchObject({ type: 'result', result: { outcome } });
    expect(await readdir(proof)).toEqual([]);
  });

  test('a second call resumes the session, and no key is left in its files', async () => {
    const request = requestIn(await testFolder(), await testFolder());
    const first = await runCall(name, 'replies', request);
    const session = first[0]?.type === 'started' ? String(first[0].params['session']) : '';
    const second = await runCall(name, 'replies', { ...request, session, prompt: 'Say it again.' });
    const begun = second.flatMap((event) => (event.type === 'started' ? [event.params['resumed']] : []));
    expect(begun).toEqual(forgets.includes(name) ? expect.arrayContaining(['yes']) : ['yes']);
    expect(second.at(-1)).toMatchObject({ result: { outcome: 'ok', text: 'hello' } });
    expect(await filesContaining(request.runFolder, key)).toEqual([]);
  });
});
