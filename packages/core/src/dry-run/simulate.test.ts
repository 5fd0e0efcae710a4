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
import { planJob } from '../workflows/plan/testing/jobs.ts';
import { taskPhases } from '../workflows/task/phase.ts';
import { taskModes } from '../workflows/task/session.ts';
import { taskJob, taskSession } from '../workflows/task/testing/tasks.ts';
import { assumeAnswers, assumedChoice, type RepositoryFacts, type Scenario } from './assumed-answers.ts';
import { readFutureText } from './future-text.ts';
import { type SimulatedEffect, type SimulatedPath, simulate } from './simulate.ts';

const files: SessionFiles = {
  docsPathOk: true,
  spec: false,
  changes: false,
  report: false,
  qaReport: false,
  patch: false,
  head: { branch: 'main', commit: 'b0' },
  conventions: false,
  persistedConventions: false,
  claudeLines: null,
  unreadable: [],
};
const facts: RepositoryFacts = { branch: 'harness/x-2', base: 'b0', lane: '.harness/worktrees/x', foreign: [], files };
const placeholder = (until: string) => `«${until}»`;

const pathOf = (workflow: string, input: unknown, luck: Scenario, known: RepositoryFacts = facts): SimulatedPath =>
  simulate(workflows.get(workflow) as Machine, input, assumeAnswers(luck, known, placeholder));
const rolesOn = ({ effects }: SimulatedPath) =>
  effects.flatMap(({ effect }) => (effect.kind === 'agent' ? [(effect.input as AgentInput).role] : []));
const checksOn = ({ effects }: SimulatedPath) =>
  effects.flatMap(({ effect }) => (effect.kind === 'check' ? [(effect.input as CheckInput).command] : []));

/** Builds the prompt of the nth call of a role; files that no effect writes are empty. */
function promptOf({ effects }: SimulatedPath, role: string, nth = 1): string {
  const calls = effects.filter(({ effect }) => effect.kind === 'agent' && (effect.input as AgentInput).role === role);
  const { effect, written } = calls[nth - 1] as SimulatedEffect;
  return (
    roles[role]?.prompt(
      (effect.input as AgentInput).input as never,
      readFutureText(written, placeholder, () => ''),
    ) ?? ''
  );
}

const trust = { witness: 'ask', mutants: { count: 12, budgetMs: 1, leastKilled: 0.5 } } as const;

test.each(['good', 'bad'] as const)('a change is proved, if everything is %s', (luck) => {
  const path = pathOf('converge', { ...job, trust }, luck);
  expect(path.at).toBe(luck === 'good' ? 'converged' : 'spent');
  expect(checksOn(path)).toContain('npm test');
  expect(pathOf('plan', { ...planJob, trust }, luck).at).toBe(pathOf('plan', planJob, luck).at);
});

test.each(['good', 'bad'] as const)('another role writes acceptance tests first, if everything is %s', (luck) => {
  const accept = 'converge.acceptance-writer';
  const path = pathOf('converge', { ...job, trust, roles: { ...job.roles, accept } }, luck);
  expect(rolesOn(path).slice(0, 2)).toEqual([accept, 'converge.implementer']);
  expect(promptOf(path, 'converge.implementer')).toContain(`restores these files if you change them:\n- «${accept}»`);
  expect(path.at).toBe(luck === 'good' ? 'converged' : 'spent');
});

describe('the run of a plan', () => {
  const local = { ...planJob, localOnly: true };

  test('DO-05 simulates loop and delivery until the plan is filed', () => {
    const good = pathOf('plan', planJob, 'good');
    expect([rolesOn(good), checksOn(good), good.at]).toEqual([
      ['plans.implementer', 'plans.reviewer', 'plans.preparer', 'plans.merge-checker'],
      ['npm test', 'npm run e2e'],
      'shipped',
    ]);
    expect(rolesOn(pathOf('plan', local, 'good'))).toEqual(['plans.implementer', 'plans.reviewer']);
  });

  test('DO-05 calls the fixer for each remaining pass if every review fails', () => {
    const bad = pathOf('plan', planJob, 'bad');
    expect([rolesOn(bad).filter((role) => role === 'plans.fixer').length, bad.at]).toEqual([2, 'spent']);
    expect(promptOf(bad, 'plans.fixer')).toContain('«plans.reviewer»');
  });

  test('DO-05, D-23 simulates a phase on the existing branch', () => {
    const change = { head: 'c1', from: 'b0', diff: 'THE DIFF' };
    const review = pathOf('phase', jobs.review, 'good', { ...facts, change });
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
      expect(pathOf('phase', jobs[name as keyof typeof others], 'good', { ...facts, change }).at).toBe(at);
  });
});

describe('converge', () => {
  const many = { ...job, checks: ['npm run build', 'npm test'], passes: 3 };

  test('calls the implementer, the checks in order, and the reviewer if everything succeeds', () => {
    const good = pathOf('converge', many, 'good');
    expect([rolesOn(good), checksOn(good), good.at]).toEqual([
      ['converge.implementer', 'converge.reviewer'],
      ['npm run build', 'npm test'],
      'converged',
    ]);
  });

  test('uses all passes and no more if every review fails', () => {
    const bad = pathOf('converge', many, 'bad');
    expect(rolesOn(bad).filter((role) => role === 'converge.implementer')).toHaveLength(3);
    expect(rolesOn(bad)).toHaveLength(6);
    expect(bad.at).toBe('spent');
  });

  test('uses placeholders for the answers of earlier calls', () => {
    const bad = pathOf('converge', many, 'bad');
    expect(promptOf(bad, 'converge.implementer')).not.toContain('«');
    expect(promptOf(bad, 'converge.reviewer')).toContain('«converge.implementer»');
    expect(promptOf(bad, 'converge.implementer', 2)).toContain('- [high] …: «converge.reviewer»');
  });

  test('uses the keys of the engine', () => {
    const { effects } = pathOf('converge', job, 'good');
    expect(effects.map(({ key }) => key).slice(0, 3)).toEqual(['0/lane', '1/change', '2/saved']);
  });
});

describe('task', () => {
  const setup = { job: taskJob, style: 'auto', mode: 'standard', model: null } as const;

  test('calls all roles of mode standard in order', () => {
    expect(rolesOn(pathOf('task', { setup, found: null }, 'good'))).toEqual([
      'task.convention-scanner',
      'task.architect',
      'task.senior-developer',
      'task.synthesis-standard',
      'task.lead-developer',
      'task.combined-advisor',
      'task.implementation-standard',
      'task.evaluator',
    ]);
  });

  test.each(taskModes.flatMap((mode) => (['good', 'bad'] as const).map((luck) => ({ mode, luck }))))(
    '$mode ends in scenario $luck',
    ({ mode, luck }) => {
      const { at } = pathOf('task', { setup: { ...setup, mode }, found: null }, luck);
      expect(at).toBe(luck === 'good' ? 'completed' : 'spent');
    },
  );

  test('ends with a proof, too', () => {
    const proved = { ...setup, job: { ...taskJob, savesChange: true, trust } };
    expect(pathOf('task', { setup: proved, found: null }, 'good').at).toBe('completed');
  });

  test('calls the verifier if a model is set for it', () => {
    const named = { ...taskJob, flags: { ...taskJob.flags, verifierModel: 'haiku' } };
    const good = pathOf('task', { setup: { ...setup, job: named, mode: 'single' }, found: null }, 'good');
    expect(rolesOn(good)).toContain('task.verifier');
    expect(promptOf(good, 'task.verifier')).toContain('«checks»');
  });

  test.each([
    ['of another tool', { skill: 'another' }],
    ['that was interrupted before the first choice', { begun: setup }],
  ])('a session %s starts a new one', (_, found) => {
    expect(pathOf('task', { setup, found }, 'good').at).toBe('completed');
  });

  test('a single step ends where the command would', () => {
    const planned = pathOf('task', { setup: { ...setup, mode: 'single', style: 'phase' }, found: null }, 'good');
    expect([rolesOn(planned), planned.at]).toEqual([['task.convention-scanner', 'task.planner-single'], 'halted']);
  });

  test.each(
    taskPhases
      .filter((phase) => phase !== 'completed')
      .flatMap((phase) => (['good', 'bad'] as const).map((luck) => ({ phase, luck }))),
  )('a session found at $phase continues until it ends in scenario $luck', ({ phase, luck }) => {
    const found = { session: taskSession, phase, step: null, document: {} };
    const existing = {
      ...files,
      spec: true,
      changes: true,
      report: true,
      head: { branch: taskSession.branch, commit: 'b0' },
    };
    const { at, effects } = pathOf('task', { setup, found }, luck, { ...facts, files: existing });
    expect(['completed', 'spent']).toContain(at);
    expect(effects.length).toBeGreaterThan(0);
  });

  test('uses a placeholder for a file that an earlier call writes, and reads a copied file', () => {
    const good = pathOf('task', { setup, found: null }, 'good');
    expect(promptOf(good, 'task.architect')).toContain('«task.convention-scanner»');
    expect(promptOf(good, 'task.architect')).not.toContain('«task.senior-developer»');
    expect(promptOf(good, 'task.synthesis-standard')).toContain('«task.senior-developer»');
    expect(promptOf(good, 'task.evaluator')).toContain('«task.implementation-standard»');
    const { effects } = pathOf('task', { setup, found: null }, 'good', {
      ...facts,
      files: { ...files, claudeLines: 80 },
    });
    const planner = effects.find(({ effect }) => effect.kind === 'agent');
    const read = readFutureText(planner?.written ?? new Map(), placeholder, (text) =>
      'file' in text ? `text of ${text.file}` : '',
    );
    expect(read({ file: '.harness/conventions.md' })).toBe('text of CLAUDE.md');
  });

  test('quotes checks and evaluator with placeholders after a failed round', () => {
    const bad = pathOf('task', { setup: { ...setup, mode: 'single' }, found: null }, 'bad');
    expect(promptOf(bad, 'task.generator-single', 2)).toContain('«checks»');
    expect(promptOf(bad, 'task.auto-fix-proposer')).toContain('«checks»');
  });
});

test.each([
  [
    'with the recommended choice',
    { code: moduleCode('model'), choices: ['default', 'balanced (Recommended)'] },
    'balanced (Recommended)',
  ],
  ['with its first choice', { code: moduleCode('spec'), choices: ['Proceed', 'Modify', 'Stop'] }, 'Proceed'],
  ['with stop instead of one more pass', { code: 'passes', choices: ['one more pass', 'stop'] }, 'stop'],
] as const)('answers a question %s', (_, input, choice) => {
  expect(assumedChoice(input)).toBe(choice);
});

test('throws with the state if a path does not end', () => {
  const again = (effect: Parameters<ReturnType<typeof assumeAnswers>>[0], name: string, before: never) =>
    effect.kind === 'question'
      ? ({ ok: true, value: { choice: 'one more pass', note: '', by: '', channel: 'command' } } as const)
      : assumeAnswers('bad', facts, placeholder)(effect, name, before);
  expect(() => simulate(workflows.get('converge') as Machine, job, again as never)).toThrow(/converge made 2000 moves/);
});
