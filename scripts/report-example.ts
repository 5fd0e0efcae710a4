/** Example journals for docs/REPORT.md: one plan merged, one failed by red checks, one question open. */

import { agent } from '@harness/core/effects/agent';
import { check } from '@harness/core/effects/check';
import { openPull } from '@harness/core/effects/forge';
import { commitLane } from '@harness/core/effects/git';
import { act } from '@harness/core/effects/operation';
import { question } from '@harness/core/effects/question';
import { type FailureCode, ok } from '@harness/core/failure/failure';
import { sampleArtifact } from '@harness/core/journal/artifact';
import type { Entry, NewEntry } from '@harness/core/journal/journal';
import type { Effect } from '@harness/core/machine/machine';
import type { Unit } from '@harness/core/views/unit';
import { planImplementer } from '@harness/core/workflows/plan/roles/implementer';

const minute = 60_000;
const evening = Date.UTC(2026, 7, 1, 18);
export const night = { sinceMs: evening, nowMs: evening + 14 * 60 * minute };

const work = agent(planImplementer, { cwd: '.', checkpoint: 'c' }, { task: '', checks: [], repair: null });
const npmTest = check({ command: 'npm test', cwd: '.', timeoutMs: 20 * minute });
const usage = { input: 41_200, output: 9_800, cacheRead: 1_204_000, cacheWrite: 88_000 };
const counted = { tests: 48, passed: 48, failed: 0, skipped: 0 };

/** Entries at the given minutes after 18:00. */
const at = (facts: readonly (readonly [number, NewEntry])[]): readonly Entry[] =>
  facts.map(([minutes, fact]) => ({ ...fact, atMs: evening + minutes * minute }) as Entry);
const started = (machine: string, title: string, input: unknown = {}): NewEntry => ({
  type: 'started',
  machine,
  version: 1,
  title,
  settings: { provider: 'claude' },
  input,
  state: { at: 'x' },
});
const asked = (key: string, effect: Effect): NewEntry => ({ type: 'asked', key, effect });
const answered = (key: string, value: unknown): NewEntry => ({ type: 'answered', key, outcome: ok(value) });
const moved: NewEntry = { type: 'moved', state: { at: 'x' } };

const worked = (n: number, from: number, costUsd: number): readonly (readonly [number, NewEntry])[] => [
  [from, asked(`${n}/change`, work)],
  [from, { type: 'noted', code: 'agent.started', key: `${n}/change`, params: { provider: 'claude' } }],
  [
    from + 19,
    {
      ...(answered(`${n}/change`, 'the form has a page') as Extract<NewEntry, { type: 'answered' }>),
      spent: { usage, costUsd },
    },
  ],
  [from + 19, moved],
];
const checked = (n: number, from: number, green: boolean): readonly (readonly [number, NewEntry])[] => [
  [from, asked(`${n}/test`, npmTest)],
  [from + 2, answered(`${n}/test`, { green, exitCode: green ? 0 : 1, tail: '', log: sampleArtifact, tests: counted })],
  [from + 2, moved],
];
const limited: NewEntry = {
  type: 'failed',
  key: '2/change',
  againAtMs: evening + 95 * minute,
  parks: false,
  failure: { code: 'agent.rate-limit', params: {} },
};
const commit = act(commitLane, {
  lane: { path: 'p', branch: 'task/0007-login', base: 'b' },
  checkpoint: 'c',
  message: 'Add a login',
});
const delivery = { branch: 'task/0007-login', base: 'main' };
const pull = { is: 'open', pull: 12, url: 'https://github.com/acme/app/pull/12', how: 'opened', body: 'written' };
const sha = '9f3c2d1e4ab07c55';
const ended = (end: 'done' | 'failed', result: unknown): NewEntry => ({ type: 'ended', end, result });

const outside = { isOwned: false, answered: new Set<string>() };

export const units: readonly Unit[] = [
  {
    outside,
    family: [
      {
        run: 'plan-0007-login-4c1d',
        entries: at([
          [5, started('plan', '0007 Add a login', { id: '0007', base: 'main' })],
          [140, ended('done', { at: 'shipped', sha })],
        ]),
      },
      {
        run: 'plan-0007-login-4c1d.1.loop',
        entries: at([
          [5, started('converge', 'Add a login')],
          ...worked(0, 6, 1.84),
          ...checked(1, 26, false),
          [29, asked('2/change', work)],
          [35, limited],
          [95, { type: 'noted', code: 'agent.started', key: '2/change', params: { provider: 'claude' } }],
          [
            110,
            {
              ...(answered('2/change', 'the redirect is tested') as Extract<NewEntry, { type: 'answered' }>),
              spent: { usage, costUsd: 1.12 },
            },
          ],
          [110, moved],
          ...checked(3, 111, true),
          [114, asked('4/done', commit)],
          [114, answered('4/done', { commit: '51ab20c7de' })],
          [114, moved],
          [115, ended('done', { at: 'converged' })],
        ]),
      },
      {
        run: 'plan-0007-login-4c1d.2.pull',
        entries: at([
          [115, started('deliver', 'Add a login', delivery)],
          [116, asked('0/opened', act(openPull, { ...delivery, head: 'h', title: 't', body: 'b' }))],
          [116, answered('0/opened', pull)],
          [116, moved],
          [139, ended('done', { at: 'merged', sha, pull: 12, by: 'harness' })],
        ]),
      },
    ],
  },
  {
    outside,
    family: [
      {
        run: 'plan-0008-export-77aa',
        entries: at([
          [141, started('plan', '0008 Export as CSV', { id: '0008', base: 'main' })],
          ...worked(0, 142, 2.05),
          [
            200,
            ended('failed', {
              at: 'failed',
              because: { code: 'pull.checks-red' satisfies FailureCode, params: { pull: 13, red: 'e2e' } },
            }),
          ],
        ]),
      },
    ],
  },
  {
    outside,
    family: [
      {
        run: 'greet-people-by-name-dwvf',
        entries: at([
          [201, started('converge', 'Greet people by name')],
          ...worked(0, 202, 0.41),
          ...checked(1, 222, false),
          [224, { type: 'noted', code: 'work.kept', params: { ref: 'refs/harness/kept/greet-people-by-name-dwvf/1' } }],
          [225, asked('2/answer', question('passes', { passes: 5, because: 'checks' }))],
        ]),
      },
    ],
  },
];
