import { describe, expect, test } from 'vitest';
import { type AgentTurn, issuesOperations } from '../../effects/issues.ts';
import { ok } from '../../failure/failure.ts';
import { loopDefaults } from '../../issue-loop/document.ts';
import type { Marker } from '../../issue-loop/markers.ts';
import { explore } from '../../testing/explore.ts';
import { replay } from '../../testing/replay.ts';
import { issuesSession, type SessionJob, type SessionState } from './machine.ts';

const job = (state: Partial<SessionJob['state']> = {}): SessionJob => ({
  state: { ...loopDefaults, active: true, maxIterations: 3, ...state },
  body: 'Go on.',
  unknown: {},
});
const came = { came: 'came' };
const turn = (id: string, marker: Marker | null, more: Partial<AgentTurn> = {}) => ({
  read: ok({ is: 'turn', turn: { id, startedAtMs: 10, marker, noted: null, ...more } }),
});
const told = (atMs: number) => ({ told: ok({ is: 'told', atMs }) });
const unheard = { told: ok({ is: 'unheard' }) };
const complete = (issue: string): Marker => ({ is: 'complete', issue });
const after = (rounds: readonly Readonly<Record<string, unknown>>[]) => replay(issuesSession, job(), rounds);

test('I-54 a turn is counted before its answer is told, and then the run waits for the next one', () => {
  const telling = after([came, turn('t1', complete('A-1'))]);
  expect(telling).toMatchObject({ at: 'telling', turns: 1, loop: { completed: ['A-1'], iteration: 2 } });
  const needs = issuesSession.steps.get('telling')?.needs(telling) ?? {};
  expect(needs['told']?.input).toMatchObject({ args: { turn: 't1', iteration: 2, maxIterations: 3, failures: 0 } });
  const waiting = after([came, turn('t1', complete('A-1')), told(20)]);
  expect(waiting).toMatchObject({ at: 'waiting', last: { turn: 't1', atMs: 20 } });
  expect([telling, waiting].map((state) => issuesSession.rests(state))).toEqual([null, 'done']);
});

describe('S2 a turn that arrives twice', () => {
  const once = [came, turn('t1', null), told(20)];
  test('at the same time is told again and counts once', () => {
    expect(after([...once, came, turn('t1', null, { startedAtMs: 15 })])).toMatchObject({ at: 'telling', turns: 1 });
  });
  test('after its answer, or with another text, is the next turn', () => {
    expect(after([...once, came, turn('t1', null, { startedAtMs: 30 })])).toMatchObject({ turns: 2 });
    expect(after([...once, came, turn('t2', null, { startedAtMs: 15 })])).toMatchObject({ turns: 2 });
    expect(after([came, turn('t1', null), unheard, came, turn('t1', null)])).toMatchObject({ turns: 2 });
  });
});

test('I-21 I-56 what the agent noted in the file is taken over, and its counters are not', () => {
  const noted = { currentIssue: 'A-2', skipped: ['A-7'], friction: [{ issue: 'A-1', iteration: 1, points: ['slow'] }] };
  const state = after([came, turn('t1', complete('A-1'), { noted })]);
  expect(state).toMatchObject({ loop: { ...noted, completed: ['A-1'], iteration: 2 } });
});

test('another process than a Stop hook counts nothing', () => {
  expect(after([came, { read: ok({ is: 'none' }) }])).toEqual(after([]));
});

test('I-61 I-69 every path ends inactive, no count falls, and neither maximum nor three failures are exceeded', () => {
  const report = explore(issuesSession, {
    inputs: [job()],
    words: { roles: {}, operations: Object.values(issuesOperations), machines: {} },
    states: {
      'I-69 the iteration exceeds the maximum': ({ loop }) => loop.iteration <= 3,
      'I-61 more than three failures in a row': ({ loop }) => loop.consecutiveFailures <= 3,
      'S3 an end is active, or a wait is not': ({ at, loop }) =>
        loop.active === ['waiting', 'reading', 'telling'].includes(at),
      'IO-13 an id counts twice': ({ loop }) => {
        const ids = [...loop.completed, ...loop.failed];
        return new Set(ids).size === ids.length;
      },
    },
    moves: {
      'Id-02 a counted id is lost': ({ from, to }) =>
        from.loop.completed.every((id) => to.loop.completed.includes(id)) &&
        from.loop.failed.every((id) => to.loop.failed.includes(id)),
      'I-54 something else than a turn counts': ({ from, to }) =>
        from.at === 'reading' || counters(from) === counters(to),
    },
  });
  expect(report.broken).toEqual([]);
  expect(report.states).toBeGreaterThan(50);
});

const counters = ({ loop }: SessionState) =>
  JSON.stringify([loop.iteration, loop.completed, loop.failed, loop.consecutiveFailures]);
