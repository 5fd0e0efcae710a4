/** Tests for the screens of the running product in converge. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../answer-contracts/finding.ts';
import { ok, sampleFailure } from '../../failure/failure.ts';
import { sampleArtifact } from '../../journal/artifact.ts';
import { endOfState, type Machine } from '../../machine/machine.ts';
import { job } from '../../testing/jobs.ts';
import { replay } from '../../testing/replay.ts';
import { sampleScreens } from '../../testing/screens.ts';
import type { ConvergeJob, ConvergeState } from './job.ts';
import { converge } from './machine.ts';

const server = { command: 'npm run dev', url: 'http://127.0.0.1:3000/', readyTimeoutMs: 5_000 };
const shown: ConvergeJob = { ...job, whenSpent: 'fail', screens: { server, paths: ['/'] } };
const lane = { path: '.harness/worktrees/x', branch: 'harness/x', base: 'b0' };
const opened = { lane: ok(lane) };
const changed = { change: ok('changed') };
const saved = { saved: ok({ commit: 'c1', changedFiles: 1, diff: sampleArtifact, touched: 0 }) };
const green = { report: ok({ green: true, exitCode: 0, tail: '', log: sampleArtifact }) };
const red = { report: ok({ green: false, exitCode: 1, tail: 'red', log: sampleArtifact }) };
const seen = { looked: ok(sampleScreens) };
const finding = (severity: Finding['severity'], text: string): Finding => ({ severity, file: 'a.ts', line: 1, text });
const reviews = (own: readonly Finding[], ui: readonly Finding[]) => ({
  'converge.reviewer': ok(own),
  'plans.ui-reviewer': ok(ui),
});

const after = (rounds: readonly object[], input = shown) =>
  replay(converge, input, [opened, changed, saved, ...rounds] as never);
const needs = (state: ConvergeState) => converge.steps.get(state.at)?.needs(state) ?? {};

describe('with a configured server', () => {
  test('Dd-07 takes screens after the checks and before the review, never with a red check', () => {
    expect(after([green])).toMatchObject({ at: 'screening' });
    expect(needs(after([green]))['looked']?.input).toEqual({
      op: 'take-screens',
      args: { cwd: lane.path, server, paths: ['/'] },
    });
    expect(after([red])).toMatchObject({ at: 'implementing' });
    expect(after([], { ...shown, checks: [] })).toMatchObject({ at: 'screening' });
  });

  test('D-17 calls the UI reviewer together with the other, with the paths of the screenshots', () => {
    const asked = needs(after([green, seen]));
    expect(Object.keys(asked)).toEqual(['converge.reviewer', 'plans.ui-reviewer']);
    expect(asked['plans.ui-reviewer']?.input).toMatchObject({ input: { shots: sampleScreens.shots } });
  });

  test('combines the findings of both in one repair, and the low ones as follow-ups', () => {
    const found = reviews([finding('high', 'leaks'), finding('low', 'nit')], [finding('medium', 'is cut off')]);
    const state = after([green, seen, found]);
    expect(state).toMatchObject({
      at: 'implementing',
      followUps: [{ text: 'nit' }],
      repair: { because: 'findings', findings: [{ text: 'leaks' }, { text: 'is cut off' }] },
    });
    expect(after([green, seen, reviews([], [finding('low', 'pale')])])).toMatchObject({ at: 'committing' });
  });

  test('takes new screens in each pass', () => {
    const state = after([green, seen, reviews([], [finding('high', 'empty')]), changed, saved, green]);
    expect(state).toMatchObject({ at: 'screening', passesLeft: 0 });
    expect(state).not.toHaveProperty('seen');
  });

  test.each([
    [
      'died',
      sampleFailure('server.died', { command: 'npm run dev', exitCode: 1, tail: 'SyntaxError: x' }),
      /ended \(1\).*SyntaxError/,
    ],
    [
      'did not answer',
      sampleFailure('server.late', { timeoutMs: 5_000, tail: 'compiling' }),
      /did not answer.*5000 ms.*compiling/,
    ],
  ])('a server that %s goes back to the fixer and uses a pass', (_, looked, text) => {
    const state = after([green, { looked }]);
    expect(state).toMatchObject({
      at: 'implementing',
      passesLeft: 0,
      repair: { findings: [{ severity: 'high', file: 'dev-server', text: expect.stringMatching(text) }] },
    });
  });

  test.each(['server.port-in-use', 'server.unstartable', 'browser.failed', 'path.outside'] as const)(
    'D-68 %s ends the run, because no change could repair it',
    (code) => {
      const state = after([green, { looked: sampleFailure(code) }]);
      expect(state).toMatchObject({ at: 'closing', over: { at: 'failed', because: { code } } });
      const end = converge.steps.get('closing')?.next(state, { closed: ok(null) }) as ConvergeState;
      expect(endOfState(converge as Machine, end)).toBe('failed');
    },
  );

  test('skips screens without a browser, for all passes', () => {
    const blind = { looked: ok({ is: 'skipped', why: 'no Chromium' }) };
    const state = after([green, blind]);
    expect(state).toMatchObject({ at: 'reviewing' });
    expect(Object.keys(needs(state))).toEqual(['converge.reviewer']);
    const again = [{ 'converge.reviewer': ok([finding('high', 'leaks')]) }, changed, saved, green];
    expect(after([green, blind, ...again])).toMatchObject({ at: 'reviewing' });
  });
});

describe('a server around the end-to-end run', () => {
  const e2e = { command: 'npm run e2e', timeoutMs: 1, artifactDirs: [], keepIn: 'kept', server };
  const reviewed = [green, { 'converge.reviewer': ok([]) }];
  const before = after(reviewed, { ...job, whenSpent: 'fail', e2e });

  test('D-35 is passed to the check', () => {
    expect(needs(before)['report']?.input).toMatchObject({ command: 'npm run e2e', server });
  });

  test('becomes findings if it dies; a port in use ends the run', () => {
    const next = (report: unknown) => converge.steps.get('e2e')?.next(before, { report });
    expect(next(sampleFailure('server.died', { exitCode: 1 }))).toMatchObject({ at: 'implementing' });
    expect(next(sampleFailure('server.port-in-use'))).toMatchObject({ at: 'closing', over: { at: 'failed' } });
  });
});
