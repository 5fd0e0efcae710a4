/** Tests calls to an agent that is a real process. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startTimeOf } from '../../process/process-identity.ts';
import { testFolder } from '../../test-folder.ts';
import { type AcpCallResult, askAcp, environment } from '../../testing/acp.ts';
import type { Answer, Script } from '../../testing/acp-agent/script.ts';

const hello: Answer = { steps: [{ say: 'hello' }] };
const prompts = ({ agent }: AcpCallResult) =>
  agent.asked('session/prompt').map((asked) => (asked as { prompt: { text: string }[] }).prompt[0]?.text ?? '');
const denials = ({ events }: AcpCallResult) => events.filter(({ type }) => type === 'denied');

test('the prompt has the role first, then this call, then the schema of the answer', async () => {
  const asked = await askAcp({
    script: { answers: [{ steps: [{ say: '{"a": 1}' }] }] },
    request: { schema: { type: 'object' } },
  });
  expect(prompts(asked)[0]).toMatch(/^Role: a\.tester\n\nBe kind\.\n\nSay hello\.\n\n.*JSON.*\n\{"type":"object"\}$/);
  expect(asked.result).toMatchObject({ outcome: 'ok', json: { a: 1 } });
});

test('the answer is the text after the last tool call, reported in readable pieces', async () => {
  const steps: Answer['steps'] = [{ say: 'I look.' }, { run: 'true' }, { say: ['It ', 'is ', 'done.'] }];
  const { result, events } = await askAcp({ script: { answers: [{ steps }] } });
  expect(result).toMatchObject({ text: 'It is done.' });
  const told = events.filter(({ type }) => ['text', 'tool', 'tool-result'].includes(type));
  expect(told).toEqual([
    { type: 'text', text: 'I look.' },
    { type: 'tool', tool: 'execute', detail: 'true' },
    { type: 'tool-result', tool: 'execute', ok: true },
    { type: 'text', text: 'It is done.' },
  ]);
});

test('offers neither files nor terminals, and refuses requests for them', async () => {
  const steps: Answer['steps'] = [{ handOver: 'made.txt', text: 'made' }, { terminal: 'make' }, { say: 'hello' }];
  const asked = await askAcp({ script: { answers: [{ steps }] }, request: { mode: 'review' } });
  expect(asked.agent.asked('initialize')).toMatchObject([
    { clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false } },
  ]);
  expect(existsSync(join(asked.request.cwd, 'made.txt'))).toBe(false);
  const answers = asked.agent.log().filter(({ is }) => is === 'answered');
  expect(answers).toMatchObject([{ with: { error: {} } }, { with: { error: { code: -32601 } } }]);
  expect(denials(asked)).toEqual([
    { type: 'denied', tool: 'fs/write_text_file', path: 'made.txt' },
    { type: 'denied', tool: 'terminal/create', path: '.' },
  ]);
});

test('a working agent may write files through the client, but only in its folder', async () => {
  const outside = join(await testFolder(), 'made.txt');
  const steps: Answer['steps'] = [
    { handOver: 'made.txt', text: 'made' },
    { handOver: outside, text: 'made' },
    { write: outside, text: 'made' },
    { say: 'hello' },
  ];
  const asked = await askAcp({ script: { answers: [{ steps }] } });
  expect(readFileSync(join(asked.request.cwd, 'made.txt'), 'utf8')).toBe('made');
  expect([existsSync(outside), denials(asked).length]).toEqual([false, 2]);
});

test('a read-only role may write the paths that it names', async () => {
  const steps: Answer['steps'] = [{ write: 'scan.md', text: 'seen' }, { write: 'b.md', text: 'b' }, { say: 'done' }];
  const request = { mode: 'review', writes: ['scan.md'] } as const;
  const asked = await askAcp({ script: { answers: [{ steps }] }, request });
  expect(await readdir(asked.request.cwd)).toEqual(['scan.md']);
});

test.each(['cancelled', 'end_turn'] as const)(
  'continues after a refusal that ends the turn as %s',
  async (whenRefused) => {
    const answers: readonly Answer[] = [
      { prompt: 'was refused', steps: [{ say: 'No findings.' }] },
      { steps: [{ write: 'made.txt', text: 'made' }] },
    ];
    const asked = await askAcp({ script: { answers, whenRefused }, request: { mode: 'review' } });
    expect(asked.result).toMatchObject({ outcome: 'ok', text: 'No findings.' });
    expect(prompts(asked)).toHaveLength(2);
  },
);

test('gives up after repeated refusals', async () => {
  const script: Script = { answers: [{ steps: [{ write: 'made.txt', text: 'made' }] }], whenRefused: 'cancelled' };
  const asked = await askAcp({ script, request: { mode: 'review' } });
  expect([asked.result.outcome, prompts(asked).length]).toEqual(['aborted', 4]);
});

describe('the mode of a role', () => {
  const modes = { exec: 'work', review: 'look' };
  const chosen = (asked: AcpCallResult) => [
    ...asked.agent.asked('session/set_mode'),
    ...asked.agent.asked('session/set_config_option'),
  ];

  test('is chosen from the modes that the agent offers', async () => {
    const script = { answers: [hello], modes: ['ask', 'look', 'work'] };
    expect(chosen(await askAcp({ script, modes }))).toMatchObject([{ modeId: 'work' }]);
    expect(chosen(await askAcp({ script, modes, request: { mode: 'review' } }))).toMatchObject([{ modeId: 'look' }]);
  });

  test('is set as an option if the agent offers one, and so is the model', async () => {
    const script = { answers: [hello], options: { mode: ['ask', 'work'], model: ['small', 'large'] } };
    const asked = await askAcp({ script, modes, request: { model: 'large' } });
    expect(chosen(asked)).toMatchObject([
      { configId: 'its-mode', value: 'work' },
      { configId: 'its-model', value: 'large' },
    ]);
  });

  test('keeps the default if the agent has no such mode, and the call is made', async () => {
    const asked = await askAcp({ script: { answers: [hello], modes: ['ask'] }, modes });
    expect(chosen(asked)).toEqual([]);
    expect(asked.result.outcome).toBe('ok');
  });
});

describe('a session', () => {
  const script: Script = {
    answers: [
      { prompt: 'again', steps: [{ cost: 0.75 }, { recall: true }] },
      { steps: [{ cost: 0.5 }, { say: 'kept' }] },
    ],
  };
  const resumed = ({ events }: AcpCallResult) =>
    events.flatMap((event) => (event.type === 'started' ? [event.params['resumed']] : []));

  test('resumes without repeating its text or its cost', async () => {
    const first = await askAcp({ script });
    const { cwd, runFolder } = first.request;
    const request = { cwd, runFolder, session: first.session, prompt: 'And again.' };
    const second = await askAcp({ script, request });
    expect(second.result).toMatchObject({ outcome: 'ok', text: 'Role: a.tester\n\nBe kind.\n\nSay hello.' });
    expect([resumed(second), second.session]).toEqual([['yes'], first.session]);
    expect([first, second].map(({ result }) => result.spent.costUsd)).toEqual([0.5, 0.25]);
    expect(second.agent.asked('session/new')).toEqual([]);
  });

  test.each([
    ['that does not exist', 'abcd1234', {}],
    ['of another provider', '01a1df31-2309-7073-98de-71151ec67466', {}],
    ['with a path as name', '../../..', {}],
  ])('%s is replaced by a new one with the change so far, and notes it', async (_, session, more) => {
    const asked = await askAcp({ script: { ...script, ...more }, request: { session, recap: 'The diff so far.' } });
    expect(asked.result).toMatchObject({ outcome: 'ok', text: 'kept' });
    expect(resumed(asked)).toEqual(['yes', 'no']);
    expect(prompts(asked)).toEqual(['Role: a.tester\n\nBe kind.\n\nThe diff so far.\n\nSay hello.']);
  });

  test('that the agent cannot resume is replaced by a new one', async () => {
    const first = await askAcp({ script });
    const { cwd, runFolder } = first.request;
    const asked = await askAcp({
      script: { ...script, forgets: true },
      request: { cwd, runFolder, session: first.session },
    });
    expect([asked.result.outcome, resumed(asked)]).toEqual(['ok', ['yes', 'no']]);
  });
});

describe('an agent fails', () => {
  const isMute = ({ greeting }: Script) => greeting !== undefined && 'hang' in greeting;

  test.each<[string, Script, string, RegExp]>([
    [
      'exits while it works',
      { answers: [{ steps: [{ aside: 'oh dear' }, { exit: 3 }] }] },
      'crash',
      /exit code 3; oh dear/,
    ],
    ['exits at once', { answers: [], greeting: { exit: 4 } }, 'startup', /exit code 4/],
    ['speaks another version', { answers: [], protocolVersion: 7 }, 'startup', /version 7/],
    [
      'wants a login',
      { answers: [], opening: { fail: { code: -32000, message: 'Authentication required' } } },
      'auth',
      /required/,
    ],
    ['never answers', { answers: [], greeting: { hang: true } }, 'startup', /initialize within 1500 ms/],
    ['refuses', { answers: [{ steps: [], stopReason: 'refusal' }] }, 'bad_request', /refusal/],
    ['takes too many turns', { answers: [{ steps: [], stopReason: 'max_turn_requests' }] }, 'turn_limit', /max_turn/],
    ['has no script', { answers: [] }, 'unknown', /nothing is scripted/],
  ])('because it %s', async (_, script, outcome, detail) => {
    const { result } = await askAcp({ script, options: { patienceMs: isMute(script) ? 1_500 : 60_000 } });
    expect(result).toMatchObject({ outcome, error: { detail: expect.stringMatching(detail) } });
  });

  test('prints other text among its messages, which is ignored', async () => {
    const noise = 'Welcome!\n{"level":"info"}\n[]\nnull\n';
    const { result } = await askAcp({ script: { answers: [{ steps: [{ print: noise }, { say: 'hello' }] }] } });
    expect(result).toMatchObject({ outcome: 'ok', text: 'hello' });
  });

  test('because the program is missing or cannot be started', async () => {
    const agent = { name: 'nobody', program: 'no-such-agent', args: [], keys: [], logins: [], passes: [] };
    const options = {
      agent: { ...agent, modes: { exec: [], review: [], complete: [] }, settings: () => ({ environment: {} }) },
    };
    const { result } = await askAcp({ script: { answers: [] }, options });
    expect(result).toMatchObject({ outcome: 'startup', error: { detail: 'the program no-such-agent was not found' } });
  });
});

test('processes in another group end with the call', async () => {
  const steps: Answer['steps'] = [{ abandon: 'echo $$ > pid.txt; exec sleep 600' }, { thinkMs: 500 }, { say: 'hello' }];
  const { result, request } = await askAcp({ script: { answers: [{ steps }] } });
  expect(result.outcome).toBe('ok');
  const pid = Number(readFileSync(join(request.cwd, 'pid.txt'), 'utf8'));
  expect([Number.isInteger(pid), startTimeOf(pid)]).toEqual([true, undefined]);
});

test('a stopped agent is cancelled before it is ended, and its usage counts', async () => {
  const stop = new AbortController();
  const usage = { totalTokens: 15, inputTokens: 10, outputTokens: 5 };
  const script: Script = { answers: [{ steps: [{ say: 'a beginning' }, { hang: true }], usage }] };
  const asked = await askAcp({ script, signal: stop.signal, see: ({ type }) => type === 'text' && stop.abort() });
  expect(asked.result).toMatchObject({ outcome: 'aborted', spent: { usage: { input: 10, output: 5 } } });
  expect(asked.agent.asked('session/cancel')).toHaveLength(1);
});

test('the program has its own home, its variables, and nothing else of the user', async () => {
  const source = {
    ...environment,
    HOME: '/home/person',
    XDG_CONFIG_HOME: '/x',
    ITS_KEY: 'k-4711',
    OTHER_KEY: 'o-4711',
  };
  const asked = await askAcp({ script: { answers: [hello] }, env: ['ITS_KEY'], options: { environment: source } });
  const [started] = asked.agent.log();
  const env = started?.is === 'started' ? started.env : {};
  expect(env).toMatchObject({ ITS_KEY: 'k-4711', HARNESS_EFFECT: asked.request.mark });
  expect([env['OTHER_KEY'], env['XDG_CONFIG_HOME']]).toEqual([undefined, undefined]);
  const own = join(asked.request.runFolder, 'agents', 'acp');
  expect([env['HOME'], env['TMPDIR']].every((folder) => folder?.startsWith(own))).toBe(true);
  expect(existsSync(env['TMPDIR'] ?? '')).toBe(false);
});

test('the program starts in the box of the call', async () => {
  const around = ({ program, args }: { program: string; args: readonly string[] }) => ({
    program: '/usr/bin/env',
    args: ['IN_A_BOX=yes', program, ...args],
  });
  const asked = await askAcp({ script: { answers: [hello] }, request: { box: { around } } });
  expect(asked.result.outcome).toBe('ok');
  expect(asked.agent.log()[0]).toMatchObject({ env: { IN_A_BOX: 'yes' } });
});
