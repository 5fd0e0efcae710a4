/** Runs a scripted ACP agent as a real process. Its arguments are the paths of its script and its log. */
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

function saveSession(session: Session): void {
  mkdirSync(dirname(fileOf(session.id)), { recursive: true });
  writeFileSync(fileOf(session.id), JSON.stringify(session));
}

class RefusedError extends Error {}

type Context = { readonly client: AgentContext; readonly session: Session };

const sendUpdate = ({ client, session }: Context, update: Readonly<Record<string, unknown>>) =>
  client.notify('session/update', { sessionId: session.id, update } as never);

/** Runs a tool: reports its start, asks for permission if the script says so, and reports its end. */
async function useTool(
  context: Context,
  tool: { readonly title: string; readonly kind: string; readonly path?: string; readonly ask: boolean },
  act: () => void,
): Promise<void> {
  const toolCallId = randomUUID();
  const { title, kind, path, ask } = tool;
  const locations = path === undefined ? [] : [{ path }];
  await sendUpdate(context, { sessionUpdate: 'tool_call', toolCallId, title, kind, status: 'pending', locations });
  if (ask && !(await isAllowed(context, { toolCallId, title, kind, locations }))) {
    await sendUpdate(context, { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
    if ((script.whenRefused ?? 'goes-on') !== 'goes-on') throw new RefusedError();
    return;
  }
  act();
  await sendUpdate(context, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
}

async function isAllowed({ client, session }: Context, toolCall: object): Promise<boolean> {
  const options = [
    { optionId: 'always-1', name: 'Always', kind: 'allow_always' },
    { optionId: 'yes-1', name: 'Yes', kind: 'allow_once' },
    { optionId: 'no-1', name: 'No', kind: 'reject_once' },
  ];
  const permission = { sessionId: session.id, toolCall, options } as never;
  const answer = await client.request(methods.client.session.requestPermission, permission);
  log({ is: 'answered', to: methods.client.session.requestPermission, with: answer });
  return answer.outcome.outcome === 'selected' && answer.outcome.optionId === 'yes-1';
}

async function requestClient({ client, session }: Context, method: string, params: object): Promise<void> {
  const response = client.request(method, { sessionId: session.id, ...params });
  const answer = await response.catch((error: RequestError) => ({
    error: { code: error.code, message: error.message },
  }));
  log({ is: 'answered', to: method, with: answer });
}

const say = (context: Context, text: string) =>
  sendUpdate(context, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

async function perform(step: Step, context: Context): Promise<void> {
  const { session } = context;
  if ('say' in step) for (const piece of [step.say].flat()) await say(context, piece);
  else if ('recall' in step) await say(context, session.asked.slice(0, -1).join(' | '));
  else if ('write' in step) {
    const path = resolve(session.cwd, step.write);
    const tool = { title: `Write ${step.write}`, kind: 'edit', path, ask: step.ask ?? true };
    await useTool(context, tool, () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, step.text);
    });
  } else if ('handOver' in step)
    await requestClient(context, methods.client.fs.writeTextFile, {
      path: resolve(session.cwd, step.handOver),
      content: step.text,
    });
  else if ('run' in step) {
    const tool = { title: step.run, kind: 'execute', ask: step.ask ?? true };
    await useTool(
      context,
      tool,
      () => void spawnSync('/bin/sh', ['-c', step.run], { cwd: session.cwd, stdio: 'ignore' }),
    );
  } else if ('terminal' in step)
    await requestClient(context, methods.client.terminal.create, { command: step.terminal });
  else if ('abandon' in step)
    spawn('/bin/sh', ['-c', step.abandon], { cwd: session.cwd, detached: true, stdio: 'inherit' }).unref();
  else if ('update' in step) await sendUpdate(context, step.update);
  else if ('cost' in step) {
    const cost = { amount: step.cost, currency: step.currency ?? 'USD' };
    await sendUpdate(context, { sessionUpdate: 'usage_update', used: 1, size: 2, cost });
  } else await performBasic(step, () => cancelled.has(session.id));
}

/** Steps that need no session. */
async function performBasic(step: Step, isOver: () => boolean): Promise<void> {
  if ('print' in step) process.stdout.write(step.print);
  else if ('aside' in step) process.stderr.write(step.aside);
  else if ('thinkMs' in step) await delay(step.thinkMs);
  else if ('exit' in step) process.exit(step.exit);
  else if ('fail' in step) throw new RequestError(step.fail.code, step.fail.message, step.fail.data);
  else if ('hang' in step) while (!isOver()) await delay(20);
}

async function performAnswer(answer: Answer, context: Context): Promise<string> {
  try {
    for (const step of answer.steps) {
      await perform(step, context);
      if (cancelled.has(context.session.id)) return 'cancelled';
    }
    return answer.stopReason ?? 'end_turn';
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return script.whenRefused === 'cancelled' ? 'cancelled' : 'end_turn';
  }
}

const sessionOffer = () => ({
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
const logRequest = (method: string, params: unknown) => log({ is: 'asked', method, params });

agent({ name: 'scripted' })
  .onRequest('initialize', raw, async ({ params }) => {
    logRequest('initialize', params);
    if (script.greeting) await performBasic(script.greeting, () => false);
    const { protocolVersion = 1, forgets = false } = script;
    return { protocolVersion, agentCapabilities: { loadSession: !forgets } };
  })
  .onRequest('session/new', raw, async ({ params }: { params: { cwd: string } }) => {
    logRequest('session/new', params);
    if (script.opening) await performBasic(script.opening, () => false);
    const session = { id: randomUUID(), cwd: params.cwd, asked: [] };
    sessions.set(session.id, session);
    return { sessionId: session.id, ...sessionOffer() };
  })
  .onRequest(
    'session/load',
    raw,
    async ({ params, client }: { params: { sessionId: string }; client: AgentContext }) => {
      logRequest('session/load', params);
      if (!existsSync(fileOf(params.sessionId))) throw RequestError.resourceNotFound(params.sessionId);
      const session = JSON.parse(readFileSync(fileOf(params.sessionId), 'utf8')) as Session;
      sessions.set(session.id, session);
      for (const earlier of session.asked) await say({ client, session }, `I said something to: ${earlier}`);
      return sessionOffer();
    },
  )
  .onRequest('session/set_mode', raw, ({ params }) => {
    logRequest('session/set_mode', params);
    return {};
  })
  .onRequest('session/set_config_option', raw, ({ params }) => {
    logRequest('session/set_config_option', params);
    return {};
  })
  .onNotification('session/cancel', raw, ({ params }: { params: { sessionId: string } }) => {
    logRequest('session/cancel', params);
    cancelled.add(params.sessionId);
  })
  .onRequest('session/prompt', raw, async ({ params, client }: { params: PromptParams; client: AgentContext }) => {
    logRequest('session/prompt', params);
    const session = sessions.get(params.sessionId);
    if (!session) throw RequestError.internalError({ details: 'Session not found' });
    const prompt = params.prompt.map(({ text }) => text).join('');
    session.asked.push(prompt);
    saveSession(session);
    const answer = answerFor(script, prompt);
    if (!answer) throw RequestError.internalError(undefined, `nothing is scripted for: ${prompt}`);
    const stopReason = await performAnswer(answer, { client, session });
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

interface PromptParams {
  readonly sessionId: string;
  readonly prompt: readonly { readonly text: string }[];
}
