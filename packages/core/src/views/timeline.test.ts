import { expect, test } from 'vitest';
import { agent } from '../effects/agent.ts';
import { call } from '../effects/call.ts';
import { check } from '../effects/check.ts';
import { openLane } from '../effects/git.ts';
import { act } from '../effects/operation.ts';
import { question } from '../effects/question.ts';
import { signal } from '../effects/signal.ts';
import { sleep } from '../effects/sleep.ts';
import { fail, ok } from '../failure/failure.ts';
import type { NewEntry } from '../journal/journal.ts';
import type { Effect } from '../machine/machine.ts';
import { implementers } from '../testing/converge-roles.ts';
import { answered, asked, ended, failed, journalOf, moved, noted, started } from '../testing/facts.ts';
import { converge } from '../workflows/converge/machine.ts';
import { timeline } from './timeline.ts';

const run = check({ command: 'npm test', cwd: '.', timeoutMs: 1 });
const only = (fact: NewEntry) => timeline(journalOf([fact]))[0];

test.each<[string, NewEntry, Readonly<Record<string, unknown>>]>([
  ['the start', started(), { type: 'started', workflow: 'converge', version: 1, title: 'a title' }],
  ['a request', asked('1/x', run), { type: 'asked', key: '1/x', kind: 'check', command: 'npm test' }],
  ['an answer', answered('1/x', ok({ long: 'text' })), { type: 'answered', key: '1/x', ok: true }],
  [
    'a final failure',
    answered('1/x', fail('git.failed', { op: 'x' })),
    { type: 'answered', key: '1/x', ok: false, code: 'git.failed', params: { op: 'x' } },
  ],
  [
    'a failure with a remedy',
    failed('1/x', 'agent.crash'),
    { type: 'failed', key: '1/x', code: 'agent.crash', params: {}, againAt: '1970-01-01T00:01:00.000Z', parks: false },
  ],
  [
    'a move, by its state only',
    { type: 'moved', state: { at: 'checking', secret: 1 } as { at: string } },
    { type: 'moved', state: 'checking' },
  ],
  [
    'a note, with its code as type',
    noted('agent.denied', { path: '../x', why: 'outside' }, '1/x'),
    { type: 'agent.denied', key: '1/x', path: '../x', why: 'outside' },
  ],
  ['a note about the run', noted('run.repaired', { keptAs: 'torn-1' }), { type: 'run.repaired', keptAs: 'torn-1' }],
  ['an upgrade', { type: 'upgraded', version: 2, state: { at: 'a' } }, { type: 'upgraded', version: 2, state: 'a' }],
  ['a stop by a person', { type: 'stopping', by: 'ada' }, { type: 'stopping', by: 'ada' }],
  [
    'a stop by the engine',
    { type: 'stopping', by: 'engine', because: { code: 'run.runaway', params: {} } },
    { type: 'stopping', by: 'engine', code: 'run.runaway' },
  ],
  ['the end', ended('done'), { type: 'ended', end: 'done' }],
])('shows %s', (_, fact, expected) => {
  expect(only(fact)).toEqual({ seq: 1, at: '1970-01-01T00:00:01.000Z', ...expected });
});

test('has one event per entry, numbered from one', () => {
  expect(timeline(journalOf([started(), moved('a'), moved('b')])).map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

test.each<[Effect, Readonly<Record<string, unknown>>]>([
  [
    agent(
      implementers['converge.implementer'],
      { cwd: '.', checkpoint: 'c' },
      { task: 't', checks: [], repair: null },
      { item: 'F-1' },
    ),
    { role: 'converge.implementer', item: 'F-1' },
  ],
  [run, { command: 'npm test' }],
  [act(openLane, { slug: 'x' }), { op: 'open-lane' }],
  [question('passes', { passes: 3 }), { question: 'passes' }],
  [signal('pause', ['now']), { signal: 'pause' }],
  [sleep(1), {}],
  [call(converge, 'a child', {} as never), { workflow: 'converge' }],
])('describes the request %j as %j', (effect, expected) => {
  const { seq: _, at: __, ...event } = only(asked('1/x', effect)) ?? {};
  expect(event).toEqual({ type: 'asked', key: '1/x', kind: effect.kind, ...expected });
});
