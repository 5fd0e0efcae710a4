/**
 * A scripted agent that speaks the protocol: a real process, with the agent's side of the SDK. It is started with the
 * path of its script and of its log.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type AgentContext, agent, methods, ndJsonStream, RequestError } from '@agentclientprotocol/sdk';
import { type Answer, answerFor, type Logged, type Script, type Step } from './script.ts';

const [scriptFile = '', logFile = ''] = process.argv.slice(2);
const script = JSON.parse(readFileSync(scriptFile, 'utf8')) as Script;
const log = (line: Logged) => appendFileSync(logFile, `${JSON.stringify(line)}\n`);
log({ is: 'started', pid: process.pid, args: process.argv.slice(4), env: process.env as Record<string, string> });

interface Session {
  readonly id: string;
  readonly cwd: string;
  readonly asked: string[];
}

const sessions = new Map<string, Session>();
const cancelled = new Set<string>();
const fileOf = (id: string) => join(process.env['HOME'] ?? '', '.scripted-agent', `${id}.json`);

function keep(session: Session): void {
  mkdirSync(dirname(fileOf(session.id)), { recursive: true });
  writeFileSync(fileOf(session.id), JSON.stringify(session));
}

class Refused extends Error {}

type Context = { readonly client: AgentContext; readonly session: Session };

const tell = ({ client, session }: Context, update: Readonly<Record<string, unknown>>) =>
  client.notify('session/update', { sessionId: session.id, update } as never);

/** As a tool: told before, asked for when the script says so, told after. */
async function use(
  context: Context,
  tool: { readonly title: string; readonly kind: string; readonly path?: string; readonly ask: boolean },
  act: () => void,
): Promise<void> {
  const toolCallId = randomUUID();
  const { title, kind, path, ask } = tool;
  const locations = path === undefined ? [] : [{ path }];
  await tell(context, { sessionUpdate: 'tool_call', toolCallId, title, kind, status: 'pending', locations });
  if (ask && !(await isAllowed(context, { toolCallId, title, kind, locations }))) {
    await tell(context, { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
    if ((script.whenRefused ?? 'goes-on') !== 'goes-on') throw new Refused();
    return;
  }
  act();
  await tell(context, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
}

async function isAllowed({ client, session }: Context, toolCall: object): Promise<boolean> {
  const options = [
    { optionId: 'always-1', name: 'Always', kind: 'allow_always' },
    { optionId: 'yes-1', name: 'Yes', kind: 'allow_once' },
    { optionId: 'no-1', name: 'No', kind: 'reject_once' },
  ];
  const asked = { sessionId: session.id, toolCall, options } as never;
  const answer = await client.request(methods.client.session.requestPermission, asked);
  log({ is: 'answered', to: methods.client.session.requestPermission, with: answer });
  return answer.outcome.outcome === 'selected' && answer.outcome.optionId === 'yes-1';
}

async function through({ client, session }: Context, method: string, params: object): Promise<void> {
  const asked = client.request(method, { sessionId: session.id, ...params });
  const answer = await asked.catch((error: RequestError) => ({ error: { code: error.code, message: error.message } }));
  log({ is: 'answered', to: method, with: answer });
}

const say = (context: Context, text: string) =>
  tell(context, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

async function perform(step: Step, context: Context): Promise<void> {
  const { session } = context;
  if ('say' in step) for (const piece of [step.say].flat()) await say(context, piece);
  else if ('recall' in step) await say(context, session.asked.slice(0, -1).join(' | '));
  else if ('write' in step) {
    const path = resolve(session.cwd, step.write);
    const tool = { title: `Write ${step.write}`, kind: 'edit', path, ask: step.ask ?? true };
    await use(context, tool, () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, step.text);
    });
  } else if ('handOver' in step)
    await through(context, methods.client.fs.writeTextFile, {
      path: resolve(session.cwd, step.handOver),
      content: step.text,
    });
  else if ('run' in step) {
    const tool = { title: step.run, kind: 'execute', ask: step.ask ?? true };
    await use(context, tool, () => void spawnSync('/bin/sh', ['-c', step.run], { cwd: session.cwd, stdio: 'ignore' }));
  } else if ('terminal' in step) await through(context, methods.client.terminal.create, { command: step.terminal });
  else if ('abandon' in step)
    spawn('/bin/sh', ['-c', step.abandon], { cwd: session.cwd, detached: true, stdio: 'inherit' }).unref();
  else if ('update' in step) await tell(context, step.update);
  else if ('cost' in step) {
    const cost = { amount: step.cost, currency: step.currency ?? 'USD' };
    await tell(context, { sessionUpdate: 'usage_update', used: 1, size: 2, cost });
  } else await happen(step, () => cancelled.has(session.id));
}

/** What needs no session. */
async function happen(step: Step, isOver: () => boolean): Promise<void> {
  if ('print' in step) process.stdout.write(step.print);
  else if ('aside' in step) process.stderr.write(step.aside);
  else if ('thinkMs' in step) await delay(step.thinkMs);
  else if ('exit' in step) process.exit(step.exit);
  else if ('fail' in step) throw new RequestError(step.fail.code, step.fail.message, step.fail.data);
  else if ('hang' in step) while (!isOver()) await delay(20);
}

async function answered(answer: Answer, context: Context): Promise<string> {
  try {
    for (const step of answer.steps) {
      await perform(step, context);
      if (cancelled.has(context.session.id)) return 'cancelled';
    }
    return answer.stopReason ?? 'end_turn';
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return script.whenRefused === 'cancelled' ? 'cancelled' : 'end_turn';
  }
}

const offered = () => ({
  ...(script.modes
    ? { modes: { currentModeId: script.modes[0], availableModes: script.modes.map((id) => ({ id, name: id })) } }
    : {}),
  ...(script.options
    ? {
        configOptions: Object.entries(script.options).map(([category, values]) => ({
          id: `its-${category}`,
          name: category,
          category,
          type: 'select',
          currentValue: values[0],
          options: values.map((value) => ({ value, name: value })),
        })),
      }
    : {}),
});

const raw = (params: unknown) => params as never;
const asked = (method: string, params: unknown) => log({ is: 'asked', method, params });

agent({ name: 'scripted' })
  .onRequest('initialize', raw, async ({ params }) => {
    asked('initialize', params);
    if (script.greeting) await happen(script.greeting, () => false);
    const { protocolVersion = 1, forgets = false } = script;
    return { protocolVersion, agentCapabilities: { loadSession: !forgets } };
  })
  .onRequest('session/new', raw, async ({ params }: { params: { cwd: string } }) => {
    asked('session/new', params);
    if (script.opening) await happen(script.opening, () => false);
    const session = { id: randomUUID(), cwd: params.cwd, asked: [] };
    sessions.set(session.id, session);
    return { sessionId: session.id, ...offered() };
  })
  .onRequest(
    'session/load',
    raw,
    async ({ params, client }: { params: { sessionId: string }; client: AgentContext }) => {
      asked('session/load', params);
      if (!existsSync(fileOf(params.sessionId))) throw RequestError.resourceNotFound(params.sessionId);
      const session = JSON.parse(readFileSync(fileOf(params.sessionId), 'utf8')) as Session;
      sessions.set(session.id, session);
      for (const earlier of session.asked) await say({ client, session }, `I said something to: ${earlier}`);
      return offered();
    },
  )
  .onRequest('session/set_mode', raw, ({ params }) => {
    asked('session/set_mode', params);
    return {};
  })
  .onRequest('session/set_config_option', raw, ({ params }) => {
    asked('session/set_config_option', params);
    return {};
  })
  .onNotification('session/cancel', raw, ({ params }: { params: { sessionId: string } }) => {
    asked('session/cancel', params);
    cancelled.add(params.sessionId);
  })
  .onRequest('session/prompt', raw, async ({ params, client }: { params: Prompted; client: AgentContext }) => {
    asked('session/prompt', params);
    const session = sessions.get(params.sessionId);
    if (!session) throw RequestError.internalError({ details: 'Session not found' });
    const prompt = params.prompt.map(({ text }) => text).join('');
    session.asked.push(prompt);
    keep(session);
    const answer = answerFor(script, prompt);
    if (!answer) throw RequestError.internalError(undefined, `nothing is scripted for: ${prompt}`);
    const stopReason = await answered(answer, { client, session });
    return {
      stopReason,
      ...(answer.usage ? { usage: answer.usage } : {}),
      ...(answer.meta ? { _meta: answer.meta } : {}),
    };
  })
  .connect(
    ndJsonStream(
      Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
      Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    ),
  );

interface Prompted {
  readonly sessionId: string;
  readonly prompt: readonly { readonly text: string }[];
}
