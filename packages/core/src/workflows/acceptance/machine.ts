/**
 * Lets a role that sees only the contract write acceptance tests, and freezes them if they fail without the work.
 *
 *   N1. The role works in a lane of its own at the base: it sees neither the work nor the notes of those who do it.
 *   N2. Only new tests that the harness saw fail are frozen. Others are sent back once; then a person decides.
 *   N3. The commit of the tests is kept under a ref, so that every later step finds exactly these files.
 */

import { judgeAcceptance, prepareAcceptance } from '../../effects/acceptance.ts';
import { agent } from '../../effects/agent.ts';
import { type CheckReport, check } from '../../effects/check.ts';
import { compareDocument } from '../../effects/checkout.ts';
import { briefFeature } from '../../effects/features.ts';
import { checkpoint, closeLane, openLane } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { failureOf, type Outcome } from '../../failure/failure.ts';
import { defineMachine, defineStep } from '../../machine/machine.ts';
import type { AcceptanceProblem } from '../../trust/acceptance.ts';
import { acceptanceCodes } from './codes.ts';
import type { AcceptanceJob, AcceptanceResult, AcceptanceState } from './job.ts';
import type { AcceptanceWriter } from './writer.ts';

const step = defineStep<AcceptanceState>();

// An effect needs only the id of its role; the job names the role.
const writerOf = (id: string) => ({ id }) as AcceptanceWriter;

type At<Name extends AcceptanceState['at']> = Extract<AcceptanceState, { at: Name }>;

export const acceptance = defineMachine<AcceptanceJob, AcceptanceState, AcceptanceResult>()({
  id: 'acceptance',
  version: 1,
  start: (job) => {
    const { contract } = job;
    if (typeof contract === 'string') return { at: 'opening', job, contract };
    return 'document' in contract
      ? { at: 'reading', job, document: contract.document }
      : { at: 'briefing', job, of: contract };
  },
  steps: [
    step({
      at: 'briefing',
      to: ['opening', 'failed'],
      needs: ({ of }) => ({ brief: act(briefFeature, { ...of, setback: null }) }),
      next: ({ job }, { brief }) =>
        brief.ok ? { at: 'opening', job, contract: brief.value.task } : { at: 'failed', because: brief.failure },
    }),
    step({
      at: 'reading',
      to: ['opening', 'failed'],
      needs: ({ document }) => ({ found: act(compareDocument, { path: document, before: null }) }),
      next: ({ job, document }, { found }) => {
        if (!found.ok) return { at: 'failed', because: found.failure };
        const { current } = found.value;
        return current === null
          ? { at: 'failed', because: failureOf('spec.missing', { path: document }) }
          : { at: 'opening', job, contract: current };
      },
    }),
    step({
      at: 'opening',
      to: ['writing', 'failed'],
      needs: ({ job: { slug, at, checkTimeoutMs } }) => ({
        lane: act(openLane, { slug: `${slug}-acceptance`, at, installTimeoutMs: checkTimeoutMs }),
      }),
      next: ({ job, contract }, { lane }) =>
        lane.ok
          ? {
              at: 'writing',
              job,
              contract,
              lane: lane.value,
              checkpoint: lane.value.base,
              returnsLeft: 1,
              problems: [],
            }
          : { at: 'failed', because: lane.failure },
    }),
    step({
      at: 'writing',
      to: ['saving', 'closing'],
      needs: ({ job: { role, checks, rejected, item, model }, contract, lane, checkpoint, problems }) => ({
        tests: agent(
          writerOf(role),
          { cwd: lane.path, checkpoint },
          { contract, checks, problems, ...(rejected ? { rejected } : {}) },
          { item: item ?? null, model: model ?? null },
        ),
      }),
      next: (state, { tests }) =>
        tests.ok ? { ...writingOf(state), at: 'saving' } : toClosing(state, { at: 'failed', because: tests.failure }),
    }),
    step({
      at: 'saving',
      to: ['preparing', 'closing'],
      needs: ({ lane }) => ({ saved: act(checkpoint, { lane }) }),
      next: (state, { saved }) =>
        saved.ok
          ? { ...state, at: 'preparing', checkpoint: saved.value.commit, diff: saved.value.diff }
          : toClosing(state, { at: 'failed', because: saved.failure }),
    }),
    step({
      at: 'preparing',
      to: ['running', 'writing', 'asking', 'closing'],
      needs: ({ job: { checks, testFiles }, lane: { base }, checkpoint: change }) => ({
        prepared: act(prepareAcceptance, { base, change, checks, ...(testFiles ? { testFiles } : {}) }),
      }),
      next: (state, { prepared }) => {
        if (!prepared.ok) return toClosing(state, { at: 'failed', because: prepared.failure });
        const { files, tests, problems, run } = prepared.value;
        return run === null ? toProblem(state, problems) : { ...state, at: 'running', files, tests, run };
      },
    }),
    step({
      at: 'running',
      to: ['judging', 'closing'],
      needs: ({ job, lane, run }) => ({
        report: check({
          command: run.command,
          cwd: lane.path,
          timeoutMs: job.checkTimeoutMs,
          commit: run.commit,
          isProof: true,
          lists: true,
        }),
      }),
      next: (state, { report }) => {
        if (!report.ok && report.failure.code !== 'check.timed-out')
          return toClosing(state, { at: 'failed', because: report.failure });
        const { files, tests, diff } = state;
        return { ...writingOf(state), at: 'judging', diff, files, tests, ...reported(report) };
      },
    }),
    step({
      at: 'judging',
      to: ['writing', 'asking', 'closing'],
      needs: ({ tests, green, results, log }) => ({ found: act(judgeAcceptance, { tests, green, results, log }) }),
      next: (state, { found }) => {
        if (!found.ok) return toClosing(state, { at: 'failed', because: found.failure });
        const { checkpoint: commit, files, tests } = state;
        return found.value.length > 0
          ? toProblem(state, found.value)
          : toClosing(state, { at: 'frozen', frozen: { commit, files, tests } });
      },
    }),
    step({
      at: 'asking',
      to: ['writing', 'closing'],
      needs: ({ job, problems: [first], diff }) => ({
        answer: ask(
          acceptanceCodes,
          'unusable',
          { why: first?.code ?? '', names: (first?.names ?? []).join('\n') },
          { evidence: [diff], item: job.item ?? null },
        ),
      }),
      next: (state, { answer }) => {
        switch (answer.choice) {
          case 'Write again':
            return { ...writingOf(state), at: 'writing', problems: state.problems };
          case 'Continue without':
            return toClosing(state, { at: 'without' });
          case 'Stop':
            return toClosing(state, { at: 'stopped' });
        }
      },
    }),
    step({
      at: 'closing',
      to: ['frozen', 'without', 'stopped', 'failed'],
      needs: ({ lane }) => ({ closed: act(closeLane, { lane }) }),
      // Closing never changes the result; the journal shows a close that failed.
      next: ({ over }) => over,
    }),
  ],
  ends: { frozen: 'done', without: 'done', stopped: 'stopped', failed: 'by-failure' },
  result: (state) => state,
  results: [
    { at: 'frozen', frozen: { commit: 'a1', files: ['a.test.ts'], tests: ['a.test.ts'] } },
    { at: 'without' },
    { at: 'stopped' },
    { at: 'failed', because: { code: 'agent.crash', params: {} } },
  ],
  release: (state) => {
    if ('lane' in state) return { closed: act(closeLane, { lane: state.lane }) };
    return state.at === 'opening' ? { closed: act(closeLane, { lane: null }) } : {};
  },
});

const writingOf = ({ job, contract, lane, checkpoint, returnsLeft }: Omit<At<'saving'>, 'at'>) => ({
  job,
  contract,
  lane,
  checkpoint,
  returnsLeft,
});

const toClosing = ({ lane }: Pick<At<'closing'>, 'lane'>, over: AcceptanceResult) =>
  ({ at: 'closing', lane, over }) as const;

/** N2. */
function toProblem(state: Omit<At<'preparing'>, 'at'>, problems: readonly AcceptanceProblem[]) {
  const { returnsLeft, diff } = state;
  return returnsLeft > 0
    ? ({ ...writingOf(state), at: 'writing', returnsLeft: returnsLeft - 1, problems } as const)
    : ({ ...writingOf(state), at: 'asking', diff, problems } as const);
}

const reported = (report: Outcome<CheckReport>) =>
  report.ok
    ? { green: report.value.green, results: report.value.results ?? null, log: report.value.log }
    : { green: false, results: null, log: null };
