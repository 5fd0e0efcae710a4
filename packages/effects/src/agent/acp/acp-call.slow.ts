/** What happens between the harness and an agent that is a real process. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startTimeOf } from '../../process/process-identity.ts';
import { testFolder } from '../../test-folder.ts';
import { type Asked, askAcp, environment } from '../../testing/acp.ts';
import type { Answer, Script } from '../../testing/acp-agent/script.ts';

const hello: Answer = { steps: [{ say: 'hello' }] };
const prompts = ({ agent }: Asked) =>
  agent.asked('session/prompt').map((asked) => (asked as { prompt: { text: string }[] }).prompt[0]?.text ?? '');
const denials = ({ events }: Asked) => events.filter(({ type }) => type === 'denied');

test('the role stands first in what it is asked, then what this call is about, then the form of the answer', async () => {
  const asked = await askAcp({
    script: { answers: [{ steps: [{ say: '{"a": 1}' }] }] },
    request: { schema: { type: 'object' } },
  });
  expect(prompts(asked)[0]).toMatch(/^Role: a\.tester\n\nBe kind\.\n\nSay hello\.\n\n.*JSON.*\n\{"type":"object"\}$/);
  expect(asked.result).toMatchObject({ outcome: 'ok', json: { a: 1 } });
});

test('its answer is what it said after its last tool, and it is told in pieces that can be read', async () => {
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

test('it is offered neither files nor terminals, and refused what it asks for all the same', async () => {
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

test('an agent that works may hand its files over, inside its folder only', async () => {
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

test('a role that only reads may write its one output file', async () => {
  const steps: Answer['steps'] = [{ write: 'scan.md', text: 'seen' }, { write: 'b.md', text: 'b' }, { say: 'done' }];
  const request = { mode: 'review', output: 'scan.md' } as const;
  const asked = await askAcp({ script: { answers: [{ steps }] }, request });
  expect(await readdir(asked.request.cwd)).toEqual(['scan.md']);
});

test.each(['cancelled', 'end_turn'] as const)(
  'a refusal that ends the turn as %s is not the end',
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

test('an agent that is refused again and again is left at last', async () => {
  const script: Script = { answers: [{ steps: [{ write: 'made.txt', text: 'made' }] }], whenRefused: 'cancelled' };
  const asked = await askAcp({ script, request: { mode: 'review' } });
  expect([asked.result.outcome, prompts(asked).length]).toEqual(['aborted', 4]);
});

describe('the mode of a role', () => {
  const modes = { exec: 'work', review: 'look' };
  const chosen = (asked: Asked) => [
    ...asked.agent.asked('session/set_mode'),
    ...asked.agent.asked('session/set_config_option'),
  ];

  test('is chosen among those that the agent offers', async () => {
    const script = { answers: [hello], modes: ['ask', 'look', 'work'] };
    expect(chosen(await askAcp({ script, modes }))).toMatchObject([{ modeId: 'work' }]);
    expect(chosen(await askAcp({ script, modes, request: { mode: 'review' } }))).toMatchObject([{ modeId: 'look' }]);
  });

  test('is chosen as an option where it is one, and so is the model', async () => {
    const script = { answers: [hello], options: { mode: ['ask', 'work'], model: ['small', 'large'] } };
    const asked = await askAcp({ script, modes, request: { model: 'large' } });
    expect(chosen(asked)).toMatchObject([
      { configId: 'its-mode', value: 'work' },
      { configId: 'its-model', value: 'large' },
    ]);
  });

  test('is left as it is where the agent has no such mode, and it is asked all the same', async () => {
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
  const resumed = ({ events }: Asked) =>
    events.flatMap((event) => (event.type === 'started' ? [event.params['resumed']] : []));

  test('goes on where it was: what is told again is not heard again, and what it cost before is not paid again', async () => {
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
    ['that is not there', 'abcd1234', {}],
    ['of another provider', '01a1df31-2309-7073-98de-71151ec67466', {}],
    ['with a name that leads elsewhere', '../../..', {}],
  ])('%s is begun anew, with what was done so far, and says so', async (_, session, more) => {
    const asked = await askAcp({ script: { ...script, ...more }, request: { session, recap: 'The diff so far.' } });
    expect(asked.result).toMatchObject({ outcome: 'ok', text: 'kept' });
    expect(resumed(asked)).toEqual(['yes', 'no']);
    expect(prompts(asked)).toEqual(['Role: a.tester\n\nBe kind.\n\nThe diff so far.\n\nSay hello.']);
  });

  test('that the agent cannot go on with is begun anew', async () => {
    const first = await askAcp({ script });
    const { cwd, runFolder } = first.request;
    const asked = await askAcp({
      script: { ...script, forgets: true },
      request: { cwd, runFolder, session: first.session },
    });
    expect([asked.result.outcome, resumed(asked)]).toEqual(['ok', ['yes', 'no']]);
  });
});

describe('an agent that goes wrong', () => {
  const isMute = ({ greeting }: Script) => greeting !== undefined && 'hang' in greeting;

  test.each<[string, Script, string, RegExp]>([
    [
      'leaves while it works',
      { answers: [{ steps: [{ aside: 'oh dear' }, { exit: 3 }] }] },
      'crash',
      /exit code 3; oh dear/,
    ],
    ['leaves at once', { answers: [], greeting: { exit: 4 } }, 'startup', /exit code 4/],
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

  test('prints among its messages: what is none is left out', async () => {
    const noise = 'Welcome!\n{"level":"info"}\n[]\nnull\n';
    const { result } = await askAcp({ script: { answers: [{ steps: [{ print: noise }, { say: 'hello' }] }] } });
    expect(result).toMatchObject({ outcome: 'ok', text: 'hello' });
  });

  test('is a program that is not there, or cannot be started', async () => {
    const agent = { name: 'nobody', program: 'no-such-agent', args: [], keys: [], logins: [], passes: [] };
    const options = {
      agent: { ...agent, modes: { exec: [], review: [], complete: [] }, settings: () => ({ environment: {} }) },
    };
    const { result } = await askAcp({ script: { answers: [] }, options });
    expect(result).toMatchObject({ outcome: 'startup', error: { detail: 'there is no program no-such-agent' } });
  });
});

test('what it left running in a group of its own ends with the call', async () => {
  const steps: Answer['steps'] = [{ abandon: 'echo $$ > pid.txt; exec sleep 600' }, { thinkMs: 500 }, { say: 'hello' }];
  const { result, request } = await askAcp({ script: { answers: [{ steps }] } });
  expect(result.outcome).toBe('ok');
  const pid = Number(readFileSync(join(request.cwd, 'pid.txt'), 'utf8'));
  expect([Number.isInteger(pid), startTimeOf(pid)]).toEqual([true, undefined]);
});

test('it is asked to stop before it is ended, and what it used until then counts', async () => {
  const stop = new AbortController();
  const usage = { totalTokens: 15, inputTokens: 10, outputTokens: 5 };
  const script: Script = { answers: [{ steps: [{ say: 'a beginning' }, { hang: true }], usage }] };
  const asked = await askAcp({ script, signal: stop.signal, see: ({ type }) => type === 'text' && stop.abort() });
  expect(asked.result).toMatchObject({ outcome: 'aborted', spent: { usage: { input: 10, output: 5 } } });
  expect(asked.agent.asked('session/cancel')).toHaveLength(1);
});

test('its program sees a home of its own, the variables that it needs, and nothing else of the person', async () => {
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

test('it is started in the box of the call', async () => {
  const around = ({ program, args }: { program: string; args: readonly string[] }) => ({
    program: '/usr/bin/env',
    args: ['IN_A_BOX=yes', program, ...args],
  });
  const asked = await askAcp({ script: { answers: [hello] }, request: { box: { around } } });
  expect(asked.result.outcome).toBe('ok');
  expect(asked.agent.log()[0]).toMatchObject({ env: { IN_A_BOX: 'yes' } });
});
