import { describe, expect, test } from 'vitest';
import { moduleCode } from '../codes.ts';
import type { AgentInput } from '../effects/agent.ts';
import type { CheckInput } from '../effects/check.ts';
import type { SessionFiles } from '../effects/checkout.ts';
import type { Machine } from '../machine/machine.ts';
import { job } from '../testing/jobs.ts';
import { roles } from '../workflows/loaded.ts';
import { machines as workflows } from '../workflows/machines.ts';
import { jobs } from '../workflows/phase/testing/jobs.ts';
import { job as planJob } from '../workflows/plan/testing/jobs.ts';
import { taskPhases } from '../workflows/task/phase.ts';
import { taskModes } from '../workflows/task/session.ts';
import { taskJob, taskSession } from '../workflows/task/testing/tasks.ts';
import { assumeAnswers, assumedChoice, type RepositoryFacts, type Scenario } from './assumed-answers.ts';
import { readFutureText } from './future-text.ts';
import { type SimulatedEffect, type SimulatedPath, simulate } from './simulate.ts';

const files: SessionFiles = {
  ...{ docsPathOk: true, spec: false, changes: false, report: false, qaReport: false, patch: false },
  ...{ head: { branch: 'main', commit: 'b0' }, conventions: false, persistedConventions: false },
  ...{ claudeLines: null, unreadable: [] },
};
const facts: RepositoryFacts = { branch: 'harness/x-2', base: 'b0', lane: '.harness/worktrees/x', foreign: [], files };
const mark = (until: string) => `«${until}»`;

const way = (workflow: string, input: unknown, luck: Scenario, known: RepositoryFacts = facts): SimulatedPath =>
  simulate(workflows.get(workflow) as Machine, input, assumeAnswers(luck, known, mark));
const rolesOn = ({ effects }: SimulatedPath) =>
  effects.flatMap(({ effect }) => (effect.kind === 'agent' ? [(effect.input as AgentInput).role] : []));
const checksOn = ({ effects }: SimulatedPath) =>
  effects.flatMap(({ effect }) => (effect.kind === 'check' ? [(effect.input as CheckInput).command] : []));

/** What the nth call of a role would be asked, with every file empty that nobody will have written. */
function promptOf({ effects }: SimulatedPath, role: string, nth = 1): string {
  const calls = effects.filter(({ effect }) => effect.kind === 'agent' && (effect.input as AgentInput).role === role);
  const { effect, written } = calls[nth - 1] as SimulatedEffect;
  return (
    roles[role]?.prompt(
      (effect.input as AgentInput).input as never,
      readFutureText(written, mark, () => ''),
    ) ?? ''
  );
}

describe('the run of a plan', () => {
  const local = { ...planJob, localOnly: true };

  test('DO-05 is foreseen with its loop and its delivery, to a plan that is filed', () => {
    const good = way('plan', planJob, 'good');
    expect([rolesOn(good), checksOn(good), good.at]).toEqual([
      ['plans.implementer', 'plans.reviewer', 'plans.preparer', 'plans.merge-checker'],
      ['npm test', 'npm run e2e'],
      'shipped',
    ]);
    expect(rolesOn(way('plan', local, 'good'))).toEqual(['plans.implementer', 'plans.reviewer']);
  });

  test('DO-05 sent back, it asks the fixer as often as passes are left', () => {
    const bad = way('plan', planJob, 'bad');
    expect([rolesOn(bad).filter((role) => role === 'plans.fixer').length, bad.at]).toEqual([2, 'spent']);
    expect(promptOf(bad, 'plans.fixer')).toContain('«plans.reviewer»');
  });

  test('DO-05, D-23 a phase is foreseen on the branch as it stands', () => {
    const change = { head: 'c1', from: 'b0', diff: 'THE DIFF' };
    const review = way('phase', jobs.review, 'good', { ...facts, change });
    expect([rolesOn(review), review.at]).toEqual([['plans.reviewer'], 'reviewed']);
    expect(promptOf(review, 'plans.reviewer')).toContain('THE DIFF');
    const others = {
      implement: 'built',
      fix: 'built',
      'e2e-verify': 'verified',
      'prepare-pr': 'prepared',
      'merge-check': 'ready',
    } as const;
    for (const [name, at] of Object.entries(others))
      expect(way('phase', jobs[name as keyof typeof others], 'good', { ...facts, change }).at).toBe(at);
  });
});

describe('converge', () => {
  const many = { ...job, checks: ['npm run build', 'npm test'], passes: 3 };

  test('when all goes well, one implements, the checks run in their order, one reviews', () => {
    const good = way('converge', many, 'good');
    expect([rolesOn(good), checksOn(good), good.at]).toEqual([
      ['converge.implementer', 'converge.reviewer'],
      ['npm run build', 'npm test'],
      'converged',
    ]);
  });

  test('when everything is sent back, as many pass as are allowed, and nobody is let pass once more', () => {
    const bad = way('converge', many, 'bad');
    expect(rolesOn(bad).filter((role) => role === 'converge.implementer')).toHaveLength(3);
    expect(rolesOn(bad)).toHaveLength(6);
    expect(bad.at).toBe('spent');
  });

  test('what only an earlier call yields is marked', () => {
    const bad = way('converge', many, 'bad');
    expect(promptOf(bad, 'converge.implementer')).not.toContain('«');
    expect(promptOf(bad, 'converge.reviewer')).toContain('«converge.implementer»');
    expect(promptOf(bad, 'converge.implementer', 2)).toContain('- [high] …: «converge.reviewer»');
  });

  test('keys are those of the engine', () => {
    const { effects } = way('converge', job, 'good');
    expect(effects.map(({ key }) => key).slice(0, 3)).toEqual(['0/lane', '1/change', '2/saved']);
  });
});

describe('task', () => {
  const setup = { job: taskJob, style: 'auto', mode: 'standard', model: null } as const;

  test('in mode standard, everybody who would be asked is asked, in order', () => {
    expect(rolesOn(way('task', { setup, found: null }, 'good'))).toEqual([
      'task.convention-scanner',
      ...['task.architect', 'task.senior-developer', 'task.synthesis-standard'],
      ...['task.lead-developer', 'task.combined-advisor', 'task.implementation-standard'],
      'task.evaluator',
    ]);
  });

  test.each(taskModes.flatMap((mode) => (['good', 'bad'] as const).map((luck) => ({ mode, luck }))))(
    '$mode with $luck luck comes to an end',
    ({ mode, luck }) => {
      const { at } = way('task', { setup: { ...setup, mode }, found: null }, luck);
      expect(at).toBe(luck === 'good' ? 'completed' : 'spent');
    },
  );

  test('a verifier is asked where a model was named for it', () => {
    const named = { ...taskJob, flags: { ...taskJob.flags, verifierModel: 'haiku' } };
    const good = way('task', { setup: { ...setup, job: named, mode: 'single' }, found: null }, 'good');
    expect(rolesOn(good)).toContain('task.verifier');
    expect(promptOf(good, 'task.verifier')).toContain('«checks»');
  });

  test.each([
    ['of another tool', { skill: 'another' }],
    ['that was cut off before anything was chosen', { begun: setup }],
  ])('a session %s leads to a new one', (_, found) => {
    expect(way('task', { setup, found }, 'good').at).toBe('completed');
  });

  test('a step alone ends where the command would', () => {
    const planned = way('task', { setup: { ...setup, mode: 'single', style: 'phase' }, found: null }, 'good');
    expect([rolesOn(planned), planned.at]).toEqual([['task.convention-scanner', 'task.planner-single'], 'halted']);
  });

  test.each(
    taskPhases
      .filter((phase) => phase !== 'completed')
      .flatMap((phase) => (['good', 'bad'] as const).map((luck) => ({ phase, luck }))),
  )('a session that is found at $phase goes on with $luck luck until it ends', ({ phase, luck }) => {
    const found = { session: taskSession, phase, step: null, document: {} };
    const there = {
      ...files,
      spec: true,
      changes: true,
      report: true,
      head: { branch: taskSession.branch, commit: 'b0' },
    };
    const { at, effects } = way('task', { setup, found }, luck, { ...facts, files: there });
    expect(['completed', 'spent']).toContain(at);
    expect(effects.length).toBeGreaterThan(0);
  });

  test('a file that an earlier call writes is marked with who writes it, one that is copied is read', () => {
    const good = way('task', { setup, found: null }, 'good');
    expect(promptOf(good, 'task.architect')).toContain('«task.convention-scanner»');
    expect(promptOf(good, 'task.architect')).not.toContain('«task.senior-developer»');
    expect(promptOf(good, 'task.synthesis-standard')).toContain('«task.senior-developer»');
    expect(promptOf(good, 'task.evaluator')).toContain('«task.implementation-standard»');
    const { effects } = way('task', { setup, found: null }, 'good', { ...facts, files: { ...files, claudeLines: 80 } });
    const planner = effects.find(({ effect }) => effect.kind === 'agent');
    const read = readFutureText(planner?.written ?? new Map(), mark, (text) =>
      'file' in text ? `text of ${text.file}` : '',
    );
    expect(read({ file: '.harness/conventions.md' })).toBe('text of CLAUDE.md');
  });

  test('a round that is sent back shows what the checks and the evaluator would be quoted with', () => {
    const bad = way('task', { setup: { ...setup, mode: 'single' }, found: null }, 'bad');
    expect(promptOf(bad, 'task.generator-single', 2)).toContain('«checks»');
    expect(promptOf(bad, 'task.auto-fix-proposer')).toContain('«checks»');
  });
});

test.each([
  [
    'as recommended',
    { code: moduleCode('model'), choices: ['default', 'balanced (Recommended)'] },
    'balanced (Recommended)',
  ],
  ['by its first choice', { code: moduleCode('spec'), choices: ['Proceed', 'Modify', 'Stop'] }, 'Proceed'],
  ['without one pass more', { code: 'passes', choices: ['one more pass', 'stop'] }, 'stop'],
] as const)('a question is answered %s', (_, input, choice) => {
  expect(assumedChoice(input)).toBe(choice);
});

test('a way that would never end is a defect, and says where it was', () => {
  const again = (effect: Parameters<ReturnType<typeof assumeAnswers>>[0], name: string, before: never) =>
    effect.kind === 'question'
      ? ({ ok: true, value: { choice: 'one more pass', note: '', by: '', channel: 'command' } } as const)
      : assumeAnswers('bad', facts, mark)(effect, name, before);
  expect(() => simulate(workflows.get('converge') as Machine, job, again as never)).toThrow(/converge made 2000 moves/);
});
