/** Routes of every control server; the server, its OpenAPI document, its client and its page derive from this table. Workflows add more. */
import type * as z from 'zod';
import { answer, answered, questions } from '../documents/question.ts';
import { runs } from '../documents/run.ts';
import { accepted, analysis, emptyBody, health, openApi, queueState } from '../documents/server.ts';
import { event, log, shown } from '../documents/show.ts';
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

const language = { lang: 'the language of sentences: en or ko; that of the run by default' };

const read = { method: 'get', status: 200, refusals: [] } as const;
const command = { method: 'post', body: emptyBody, status: 200, answer: accepted, refusals: ['queue.none'] } as const;
const queueRead = { ...read, answer: queueState, refusals: ['queue.none'] } as const;

export const routes = {
  health: {
    ...read,
    path: '/health',
    about: 'That it lives, and the health of its workflows. Needs no token.',
    answer: health,
  },
  state: { ...queueRead, path: '/state', about: 'How the queue of plans stands.' },
  status: { ...queueRead, path: '/status', about: 'The same as `/state`.' },
  runs: {
    ...read,
    path: '/runs',
    about: 'Every run in this repository, newest first.',
    query: { all: '`true` adds child runs' },
    answer: runs,
  },
  run: {
    ...read,
    path: '/runs/:id',
    about:
      'One run: calls, checks, questions, commits, findings, timeline. A beginning of its id that only one has is enough.',
    query: language,
    answer: shown,
    refusals: ['run.unknown', 'run.ambiguous'],
  },
  events: {
    ...read,
    path: '/runs/:id/events',
    about:
      'The journal entries of a run and its children as server-sent events, from the first, or from where `Last-Event-ID` says; ends with the event `end` when the run has ended. 204 when nothing more can come.',
    answer: event,
    isStream: true,
    refusals: ['run.unknown', 'run.ambiguous'],
  },
  questions: { ...read, path: '/questions', about: 'What waits for an answer.', query: language, answer: questions },
  answer: {
    method: 'post',
    path: '/questions/:id/answer',
    about: 'Answers a question by one of its options, once. The first of two answers wins.',
    body: answer,
    status: 200,
    answer: answered,
    refusals: ['question.unknown', 'question.answered', 'question.not-an-option'],
  },
  pause: { ...command, path: '/pause', about: 'No further plan is begun.' },
  resume: { ...command, path: '/resume', about: 'Plans are begun again.' },
  stop: { ...command, path: '/stop', about: 'The daemon ends when the current plan is done.', status: 202 },
  freeze: {
    ...command,
    path: '/freeze',
    about: 'Everything halts before its next step; asking twice changes nothing.',
  },
  unfreeze: { ...command, path: '/unfreeze', about: 'What was frozen may go on; the queue stays paused.' },
  unblock: {
    ...command,
    path: '/unblock/:id',
    about: 'Lets a blocked plan be tried again.',
    refusals: ['queue.none', 'plan.not-blocked'],
  },
  analyze: {
    method: 'post',
    path: '/api/analyze',
    about:
      'How complex and risky a phase is. The analysis is no part of this version: what can be read is answered with 503.',
    body: analysis,
    status: 200,
    answer: event,
    isStream: true,
    refusals: ['analysis.off'],
  },
  log: {
    ...read,
    path: '/logs/:id',
    about: 'The log of a plan, by its id or `<plan>-<run>`, or of a run.',
    query: language,
    answer: log,
    refusals: ['log.unknown'],
  },
  openapi: { ...read, path: '/openapi.json', about: 'This list as an OpenAPI document.', answer: openApi },
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
