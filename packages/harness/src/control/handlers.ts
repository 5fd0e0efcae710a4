/** Handles each route of the control server. Runs and questions come from the journals; commands go to the queue. */
import { userInfo } from 'node:os';
import { ControlRefusal } from '@harness/core/control/refusal';
import type { RouteName, Routes } from '@harness/core/control/routes';
import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import { detectLanguage } from '@harness/core/text/language';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type * as z from 'zod';
import { findQuestion, recordAnswer, recordNote } from '../questions/answer-question.ts';
import { logDocument, questionsDocument, runDocument, runsDocument } from './documents.ts';
import { type QueueCommand, type QueueControl, queueStartCommand } from './queue.ts';
import type { WorkflowControl, WorkflowRouteRequest } from './workflow-control.ts';

export interface HandlerContext {
  readonly store: JsonlStore;
  /** `null` if no daemon runs: then commands to the queue are refused. */
  readonly queue: QueueControl | null;
  readonly startedAt: string;
  readonly controls: readonly WorkflowControl[];
  openApi(): { openapi: string };
}

type RouteRequest<Name extends RouteName> = WorkflowRouteRequest<
  Routes[Name] extends { body: infer Body extends z.ZodType } ? z.output<Body> : undefined
>;

/** Handlers of all routes except streams and MCP, which write their response directly. */
export type Handlers = {
  readonly [Name in Exclude<RouteName, 'events' | 'analyze' | 'mcp'>]: (
    request: RouteRequest<Name>,
  ) => z.input<Routes[Name]['answer']> | Promise<z.input<Routes[Name]['answer']>>;
};

export function createHandlers({ store, queue, startedAt, controls, openApi }: HandlerContext): Handlers {
  const requireQueue = () => {
    if (queue) return queue;
    throw new ControlRefusal('queue.none', { command: queueStartCommand });
  };
  const by = () => userInfo().username;
  const send = (command: QueueCommand) => async () => {
    await requireQueue().wish(command, by());
    return { version: 1 as const, accepted: command };
  };
  const state = () => requireQueue().state() as z.input<Routes['state']['answer']>;
  const requireQuestion = async (id: string) => {
    const question = await findQuestion(store, id);
    if (question.id !== id) throw new Refusal('question.unknown', { question: id }); // over HTTP a prefix is not enough
    return question;
  };
  return {
    health: async () => ({
      version: 1,
      ok: true,
      pid: process.pid,
      startedAt,
      queue: queue !== null,
      ...(await healthOf(controls, store)),
    }),
    state,
    status: state,
    runs: ({ query }) => runsDocument(store, query['all'] === 'true'),
    run: ({ params, query }) => runDocument(store, params['id'] ?? '', query['lang']),
    questions: ({ query }) => questionsDocument(store, query['lang']),
    async answer({ params, body: { choice: label, note = '' } }) {
      const question = await requireQuestion(params['id'] ?? '');
      if (label === undefined) {
        await recordNote(store, question, note.trim(), 'http');
        const message = messagesFor(detectLanguage(note)).asking.noAnswer({});
        const { id, input } = question;
        return {
          version: 1,
          question: id,
          choice: null,
          note: note.trim(),
          message,
          options: input.choices,
          next: null,
        };
      }
      const { choice, left } = await recordAnswer(store, question, { label, note: note.trim(), channel: 'http' });
      return { version: 1, question: question.id, choice, next: resumeCommand(left) };
    },
    pause: send('pause'),
    resume: send('resume'),
    stop: send('stop'),
    freeze: send('freeze'),
    unfreeze: send('unfreeze'),
    async unblock({ params: { id: plan = '' } }) {
      if (!(await requireQueue().unblock(safeName(plan) ?? '', by())))
        throw new ControlRefusal('plan.not-blocked', { plan });
      return { version: 1, accepted: 'unblock' };
    },
    async log({ params: { id = '' }, query }) {
      const name = safeName(id);
      const text = name === undefined ? null : (queue?.log(name) ?? null);
      if (text !== null) return { version: 1, lines: linesIn(text) };
      try {
        return await logDocument(store, id, query['lang']);
      } catch (error) {
        if (!(error instanceof Refusal) || !['run.unknown', 'run.ambiguous'].includes(error.code)) throw error;
        throw new ControlRefusal('log.unknown', { name: id });
      }
    },
    openapi: openApi,
  };
}

const healthOf = async (controls: readonly WorkflowControl[], store: JsonlStore): Promise<object> =>
  Object.assign({}, ...(await Promise.all(controls.map(async (control) => control.health?.read(store)))));

const resumeCommand = (left: string | undefined) => (left === undefined ? null : `harness resume ${left}`);

/** A name that is safe in a path: it cannot leave a folder. `undefined` otherwise. */
const safeName = (id: string) => (/^[A-Za-z0-9](?:[\w-]|\.(?!\.))*$/.test(id) && id.length <= 200 ? id : undefined);

const linesIn = (text: string) => text.replace(/\n$/, '').split('\n');
