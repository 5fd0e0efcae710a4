/** Routes of every control server; the server, its OpenAPI document, its client and its page derive from this table. Workflows add more. */
import type * as z from 'zod';
import { answer, answered, questionsSchema } from '../documents/question.ts';
import { runs } from '../documents/run.ts';
import {
  accepted,
  analysis,
  analysisEvent,
  emptyBody,
  health,
  mcpMessage,
  openApi,
  queueState,
} from '../documents/server.ts';
import { event, log, runDetailsSchema } from '../documents/show.ts';
import type { ControlRefusalCode, SharedRefusalCode } from './refusal.ts';

export interface Route {
  readonly method: 'get' | 'post';
  /** `:id` is a parameter. */
  readonly path: string;
  readonly about: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  readonly status: 200 | 202;
  readonly answer: z.ZodType;
  /** A stream has one answer per event. */
  readonly isStream?: true;
  /** In addition to `refusedEverywhere`. */
  readonly refusals: readonly string[];
}

interface SharedRoute extends Route {
  readonly refusals: readonly (ControlRefusalCode | SharedRefusalCode)[];
}

const language = { lang: 'the language of sentences: en or ko; by default the language of the run' };

const read = { method: 'get', status: 200, refusals: [] } as const;
const command = { method: 'post', body: emptyBody, status: 200, answer: accepted, refusals: ['queue.none'] } as const;
const queueRead = { ...read, answer: queueState, refusals: ['queue.none'] } as const;

export const routes = {
  health: {
    ...read,
    path: '/health',
    about: 'Reports that the server is alive, and the health of its workflows. Needs no token.',
    answer: health,
  },
  state: { ...queueRead, path: '/state', about: 'Returns the state of the plan queue.' },
  status: { ...queueRead, path: '/status', about: 'The same as `/state`.' },
  runs: {
    ...read,
    path: '/runs',
    about: 'Lists all runs of this repository, newest first.',
    query: { all: '`true` adds child runs' },
    answer: runs,
  },
  run: {
    ...read,
    path: '/runs/:id',
    about:
      'Returns one run: calls, checks, questions, commits, findings, timeline. A unique prefix of the id is enough.',
    query: language,
    answer: runDetailsSchema,
    refusals: ['run.unknown', 'run.ambiguous'],
  },
  events: {
    ...read,
    path: '/runs/:id/events',
    about:
      'Streams the journal entries of a run and its children as server-sent events, from the first, or after `Last-Event-ID`. The event `end` follows when the run has ended. 204 if no further event can follow.',
    answer: event,
    isStream: true,
    refusals: ['run.unknown', 'run.ambiguous'],
  },
  questions: {
    ...read,
    path: '/questions',
    about: 'Lists the open questions.',
    query: language,
    answer: questionsSchema,
  },
  answer: {
    method: 'post',
    path: '/questions/:id/answer',
    about: 'Answers a question with one of its options. A question is answered once; the first answer wins.',
    body: answer,
    status: 200,
    answer: answered,
    refusals: ['question.unknown', 'question.answered', 'question.not-an-option'],
  },
  pause: { ...command, path: '/pause', about: 'Pauses the queue: no new plan starts.' },
  resume: { ...command, path: '/resume', about: 'Resumes the queue: plans start again.' },
  stop: { ...command, path: '/stop', about: 'Stops the daemon when the current plan is done.', status: 202 },
  freeze: {
    ...command,
    path: '/freeze',
    about: 'Freezes all work: every run stops before its next step. Repeating it has no effect.',
  },
  unfreeze: { ...command, path: '/unfreeze', about: 'Unfreezes all work; the queue stays paused.' },
  unblock: {
    ...command,
    path: '/unblock/:id',
    about: 'Unblocks a plan, so that it can run again.',
    refusals: ['queue.none', 'plan.not-blocked'],
  },
  analyze: {
    method: 'post',
    path: '/api/analyze',
    about:
      'Computes how complex and risky a task is, from the code of the last commit. Sends the events `status`, `sel_result`, `cml_result`, `pesl_result` (only if the route is `simulation-required`), `signals` and `done`; `error` if a step fails.',
    body: analysis,
    status: 200,
    answer: analysisEvent,
    isStream: true,
    refusals: ['analysis.no-graph'],
  },
  mcp: {
    method: 'post',
    path: '/mcp',
    about:
      'Serves the Model Context Protocol: the body is one message of a client. The answer is a stream if the call reports progress. docs/MCP.md lists the tools.',
    body: mcpMessage,
    status: 200,
    answer: mcpMessage,
    refusals: [],
  },
  log: {
    ...read,
    path: '/logs/:id',
    about: 'Returns the log of a plan, by its id or `<plan>-<run>`, or of a run.',
    query: language,
    answer: log,
    refusals: ['log.unknown'],
  },
  openapi: { ...read, path: '/openapi.json', about: 'Returns these routes as an OpenAPI document.', answer: openApi },
} as const satisfies Record<string, SharedRoute>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

export const refusedEverywhere = [
  'control.unauthorized',
  'control.foreign',
  'control.too-large',
  'control.unreadable',
  'control.broken',
] as const;
