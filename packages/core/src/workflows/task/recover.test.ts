/** Tests where a found session continues from every phase (W-23 to W-28, W-42, W-43), and which steps may be named (W-34). */
import { describe, expect, test } from 'vitest';
import { readSessionFiles, type SessionFiles } from '../../effects/checkout.ts';
import type { SignalInput } from '../../effects/signal.ts';
import { ok } from '../../failure/failure.ts';
import { replay } from '../../testing/replay.ts';
import { type TaskWork, task } from './machine.ts';
import type { TaskPhase } from './phase.ts';
import type { Autofix, Session, StepName } from './session.ts';
import { taskJob, taskSession } from './testing/tasks.ts';

const [none, all] = readSessionFiles.samples as readonly [SessionFiles, SessionFiles];
const setup = {
  job: { ...taskJob, task: 'Another', slug: 'another' },
  style: 'auto',
  mode: null,
  model: null,
} as const;

const found = (session: Partial<Session>, phase: TaskPhase, step: StepName | null = null): TaskWork => ({
  setup,
  found: { session: { ...taskSession, conventions: 'skipped', mode: 'single', ...session }, phase, step, document: {} },
});
const resume = { answer: { choice: 'Resume' } };
const resumed = (session: Partial<Session>, phase: TaskPhase, files: SessionFiles = all) =>
  replay(task, found(session, phase), [resume, { files: ok(files) }]);

describe('Resume', () => {
  const spent = { layer1: { result: 'FAIL', retries: 3 } } as const;
  const fix = (autofix: Autofix) => ({ ...spent, autofix, attempted: autofix !== null && autofix !== 'proposed' });

  test.each<[string, Partial<Session>, TaskPhase, SessionFiles, object]>([
    ['W-24 conventions undecided', { conventions: null }, 'plan_ready', none, { at: 'looking' }],
    ['W-24 skipped conventions are decided', {}, 'plan_ready', none, { at: 'planning' }],
    [
      'W-24 an existing file',
      { conventions: 'file:.harness/conventions.md' },
      'plan_ready',
      all,
      { at: 'planning', conventions: 'file:.harness/conventions.md' },
    ],
    [
      'W-20, W-24 a missing file',
      { conventions: 'file:.harness/conventions.md' },
      'plan_ready',
      none,
      { at: 'looking', conventions: null },
    ],
    ['W-25 without a spec', {}, 'planning', none, { at: 'planning' }],
    ['W-25 with a spec', {}, 'planning', all, { at: 'approving' }],
    ['W-25 without a spec', {}, 'plan_done', none, { at: 'planning' }],
    ['W-25 with a spec', {}, 'plan_done', all, { at: 'approving' }],
    ['W-25 in mode single', {}, 'generate_ready', all, { at: 'implementing', because: 'round' }],
    ['W-25 with advisors', { mode: 'standard' }, 'generate_ready', all, { at: 'drafting' }],
    ['W-25', {}, 'generating', all, { at: 'surveying', onto: 'verify' }],
    ['W-25, W-137 in round 2', { round: 2 }, 'generating', all, { at: 'implementing', because: 'round' }],
    ['W-25, W-137 in round 2 with advisors', { round: 2, mode: 'standard' }, 'generating', all, { at: 'drafting' }],
    ['W-25 in round 2', { round: 2 }, 'generate_done', all, { at: 'surveying', onto: 'verify' }],
    ['W-25', {}, 'generate_done', all, { at: 'surveying', onto: 'verify' }],
    ['W-26 resets the count', spent, 'verify_ready', all, { at: 'surveying', layer1: { result: null, retries: 0 } }],
    ['W-26 resets the count', spent, 'verifying', all, { at: 'surveying', layer1: { result: null, retries: 0 } }],
    [
      'W-27 no auto-fix yet, retries left',
      { layer1: { result: 'FAIL', retries: 1 } },
      'verify_done',
      all,
      { at: 'surveying', layer1: { result: null, retries: 0 } },
    ],
    ['WO-15 no auto-fix yet, no retries left', spent, 'verify_done', all, { at: 'verify-gate', ...spent }],
    ['W-27, W-42 proposed', fix('proposed'), 'verify_done', all, { at: 'reading-patch', ...spent }],
    [
      'W-27 applied',
      fix('applied'),
      'verify_done',
      all,
      { at: 'surveying', onto: 'verify', layer1: { result: null, retries: 3 } },
    ],
    ['W-27 rejected', fix('rejected'), 'verify_done', all, { at: 'verify-gate', ...spent }],
    [
      'W-27, W-43 stopped limits the retries',
      { ...fix('stopped'), layer1: { result: 'FAIL', retries: 9 } },
      'verify_done',
      all,
      { at: 'verify-gate', layer1: { result: 'FAIL', retries: 3 } },
    ],
    ['W-28', {}, 'evaluate_ready', all, { at: 'surveying', onto: 'evaluate' }],
    ['W-28 with a report', {}, 'evaluating', all, { at: 'judging' }],
    ['W-28', { layer2: { result: 'FAIL', retries: 1 } }, 'evaluate_done', all, { at: 'judging', layer: 'L2' }],
  ])('%s: %o at %s continues in the right state', (_, session, phase, files, expected) => {
    expect(resumed(session, phase, files)).toMatchObject(expected);
  });

  test('W-23 a refused docs path acts as a restart: the found session is cleared and the new task starts', () => {
    const refused = resumed({}, 'plan_done', { ...all, docsPathOk: false });
    expect(refused).toEqual({ at: 'clearing-old', setup, onto: 'start' });
    expect(
      replay(task, found({}, 'plan_done'), [
        resume,
        { files: ok({ ...all, docsPathOk: false }) },
        { cleared: ok({ removed: [] }) },
      ]),
    ).toEqual({
      at: 'preparing',
      setup,
    });
  });

  test('W-23 a named step with a refused docs path starts the same task at its default path', () => {
    const job = { ...taskJob, docsPath: '../x/', flags: { verifierModel: null, outputDir: '../x' } };
    const started = replay(task, found({ job }, 'plan_done', 'generate'), [
      { files: ok({ ...all, docsPathOk: false }) },
    ]);
    expect(started).toMatchObject({ at: 'clearing-old', setup: { job: taskJob, mode: 'single' } });
  });
});

test('W-34, W-158 accepts a completed step again, never a future one', () => {
  const commands = (after: StepName) => {
    const needs = task.steps.get('halted')?.needs({ ...taskSession, at: 'halted', after } as never);
    return (needs?.['command']?.input as SignalInput | undefined)?.choices;
  };
  expect({
    plan: commands('plan'),
    generate: commands('generate'),
    verify: commands('verify'),
    evaluate: commands('evaluate'),
  }).toEqual({
    plan: ['resume', 'generate'],
    generate: ['resume', 'generate', 'verify'],
    verify: ['resume', 'generate', 'verify', 'evaluate'],
    evaluate: ['resume', 'generate', 'verify', 'evaluate'],
  });
});
