/**
 * Proves a change: runs its tests on variants of it in clean rooms, and decides by what the harness saw itself.
 *
 *   W1. The lane and the checkout are not touched: every variant is a commit of its own, on no branch.
 *   W2. Only the rule decides (`trust/rule.ts`); this machine collects its facts.
 *   W3. A person accepts work without a witness only if the settings allow it, and the result says so.
 */
import type { CheckReport } from '../../effects/check.ts';
import { act } from '../../effects/operation.ts';
import { compareRuns, prepareProof } from '../../effects/proof.ts';
import { ask } from '../../effects/question.ts';
import { commentIssue } from '../../effects/tracker.ts';
import type { Outcome } from '../../failure/failure.ts';
import { defineMachine, defineStep } from '../../machine/machine.ts';
import { nextRuns, nextRunsOfNewTests, nextWholeRun, toDoneRun } from '../../trust/proof-run.ts';
import { reason } from '../../trust/reason.ts';
import { changeProofCodes } from './codes.ts';
import { askedNames, consentTo, decide, decideAttended, proved } from './decide.ts';
import {
  type ProofFound,
  type ProofJob,
  type ProofResult,
  type ProofState,
  type ProofWork,
  proofMachine,
} from './job.ts';
import { mutantSteps } from './mutants.ts';
import { failed, foundOf, hasTestWitness, isBroken, noMutants, toMutants } from './next.ts';
import { productSteps, toProduct } from './product.ts';
import { givenRun, runsOf } from './runs.ts';

const step = defineStep<ProofState>();

export const changeProof = defineMachine<ProofJob, ProofState, ProofResult>()({
  id: proofMachine,
  version: 1,
  start: (job) => ({ at: 'preparing', job, isIsolated: true }),
  steps: [
    step({
      at: 'preparing',
      to: ['running', 'comparing', 'failed'],
      needs: (state) => ({ plan: act(prepareProof, prepareArgs(state)) }),
      next: ({ job, isIsolated, isE2e }, { plan }) =>
        plan.ok
          ? toNextRuns({ job, plan: plan.value, isIsolated, done: [], ...(isE2e ? { isE2e } : {}) })
          : failed(plan),
    }),
    step({
      at: 'running',
      to: ['preparing', 'running', 'comparing', 'failed'],
      needs: (state) => runsOf(state),
      next: (state, { first, second }) => {
        const { job, plan, isIsolated, isE2e } = state;
        const suite = isE2e ? { isE2e } : {};
        const reports = second === undefined ? [first] : [first, second];
        for (const report of reports) if (isBroken(report)) return failed(report);
        const now = state.runs.map((run, at) => toDoneRun(run, reportOf(reports[at])));
        // The tests concerned may need the others: everything is repeated with all of them.
        const isRedAlone = isIsolated && now.some(({ name, green }) => name === 'change' && !green);
        if (isRedAlone) return { at: 'preparing', job, isIsolated: false, ...suite };
        return toNextRuns({ job, plan, isIsolated, done: [...state.done, ...now], ...suite });
      },
    }),
    step({
      at: 'comparing',
      to: [
        'preparing',
        'running',
        'trying-base',
        'requesting',
        'viewing',
        'running-stryker',
        'mutating',
        'commenting-pause',
        'asking-promise',
        'asking-witness',
        'proved',
        'back',
        'failed',
      ],
      needs: ({ job, plan, isIsolated, done }) => ({
        facts: act(compareRuns, {
          plan: readOf(plan),
          isIsolated,
          done,
          changes: job.changes ?? [],
          ...(job.acceptance ? { acceptance: job.acceptance } : {}),
        }),
      }),
      next: (state, { facts }) => {
        if (!facts.ok) return failed(facts);
        const { job, plan, isIsolated, done } = state;
        const work: ProofWork = { job, plan, isIsolated, done, ...(state.isE2e ? { isE2e: true } : {}) };
        const found: ProofFound = { job, plan, facts: done.length > 0 ? facts.value : null, commands: [] };
        if (hasTestWitness(found)) return state.isE2e ? decide(found, noMutants) : toMutants(found);
        const hasPromises = facts.value.promises.length > 0;
        if (job.e2e && !state.isE2e && !hasPromises && plan.touchedTests.length > 0)
          return { at: 'preparing', job, isIsolated: true, isE2e: true };
        const whole = plan.command === null ? null : nextWholeRun(plan.commits, done);
        if (whole !== null) return { ...work, at: 'running', runs: [whole] };
        return job.given.length > 0 ? { ...found, at: 'trying-base', left: job.given } : toProduct(found);
      },
    }),
    step({
      at: 'trying-base',
      to: [
        'trying-base',
        'trying-change',
        'requesting',
        'viewing',
        'running-stryker',
        'mutating',
        'commenting-pause',
        'asking-promise',
        'asking-witness',
        'proved',
        'back',
        'failed',
      ],
      needs: ({ job, plan, left }) => ({ report: givenRun(job, left, plan.commits['whole-base'] ?? job.base) }),
      next: (state, { report }) => {
        if (isBroken(report)) return failed(report);
        // A program that is missing says nothing about the change, and neither does a timeout.
        const isRed = report.ok && !report.value.green && !report.value.isToolMissing && !hasRunTests(report.value);
        return isRed ? { ...foundOf(state), at: 'trying-change', left: state.left } : toNextCommand(state);
      },
    }),
    step({
      at: 'trying-change',
      to: [
        'trying-base',
        'requesting',
        'viewing',
        'running-stryker',
        'mutating',
        'commenting-pause',
        'asking-promise',
        'asking-witness',
        'proved',
        'back',
        'failed',
      ],
      needs: ({ job, plan, left }) => ({ report: givenRun(job, left, plan.commits['whole-change'] ?? job.change) }),
      next: (state, { report }) => {
        if (isBroken(report)) return failed(report);
        const isGreen = report.ok && report.value.green && !hasRunTests(report.value);
        const commands = isGreen ? [...state.commands, state.left[0] ?? ''] : state.commands;
        return toNextCommand({ ...state, commands });
      },
    }),
    ...productSteps,
    ...mutantSteps,
    step({
      at: 'commenting-pause',
      to: ['asking-promise', 'asking-witness', 'failed'],
      needs: ({ pause: { comment } }) => ({ commented: act(commentIssue, comment) }),
      next: ({ onto }, { commented }) => (commented.ok ? onto : failed(commented)),
    }),
    step({
      at: 'asking-promise',
      to: ['asking-witness', 'proved', 'back', 'stopped'],
      needs: ({ job, plan, reasons }) => ({
        answer: ask(
          changeProofCodes,
          'promise',
          { tests: askedNames(reasons), count: reasons.flatMap(({ names }) => names).length },
          { evidence: plan.diff === null ? [] : [plan.diff], item: job.item ?? null },
        ),
      }),
      next: (state, { answer }) => {
        if (answer.choice === 'Stop') return { at: 'stopped' };
        if (answer.choice === 'Send back') return { at: 'back', reasons: state.reasons };
        const allowed = [...(state.job.allowed ?? []), consentTo(state)];
        const next = decideAttended({ ...foundOf(state), job: { ...state.job, allowed } }, state.mutants);
        return next.at === 'asking-promise' ? { at: 'back', reasons: state.reasons } : next;
      },
    }),
    step({
      at: 'asking-witness',
      to: ['proved', 'back', 'stopped'],
      needs: ({ job, plan, reasons }) => ({
        answer: ask(
          changeProofCodes,
          'witness',
          { why: (reasons[0] ?? reason('no-test')).code, names: askedNames(reasons) },
          {
            evidence: plan.diff === null ? [] : [plan.diff],
            item: job.item ?? null,
            ...(job.trust.witness === 'required' ? { choices: ['Send back', 'Stop'] as const } : {}), // W3
          },
        ),
      }),
      next: (state, { answer }) => {
        switch (answer.choice) {
          case 'Accept without':
            return { ...proved(state, state.mutants, 'person'), without: state.reasons };
          case 'Send back':
            return { at: 'back', reasons: state.reasons };
          case 'Stop':
            return { at: 'stopped' };
        }
      },
    }),
  ],
  ends: { proved: 'done', back: 'done', stopped: 'stopped', failed: 'by-failure' },
  result: (state) => state,
  results: [
    {
      at: 'proved',
      by: 'witness',
      witnesses: [{ name: 'adds', file: null }],
      tried: 0,
      survived: 0,
      flaky: [],
      unsupported: [],
    },
    {
      at: 'proved',
      by: 'person',
      witnesses: [],
      tried: 0,
      survived: 0,
      flaky: [],
      unsupported: [],
      without: [reason('no-test')],
      allowed: 'h1',
    },
    { at: 'back', reasons: [reason('no-test')] },
    { at: 'stopped' },
    { at: 'failed', because: { code: 'check.unstartable', params: {} } },
  ],
});

const prepareArgs = ({ job, isIsolated, isE2e }: Extract<ProofState, { at: 'preparing' }>) => ({
  ...preparedChange(job),
  isIsolated,
  ...(isE2e && job.e2e ? { e2e: job.e2e.command } : {}),
});

const preparedChange = ({ base, change, checks, testFiles, kind, trust, changes }: ProofJob) => ({
  base,
  change,
  checks,
  ...(testFiles ? { testFiles } : {}),
  kind: kind ?? null,
  mutants: trust.mutants.count,
  ...(changes ? { changes } : {}),
});

const readOf = ({ touchedTests, written, bare, emptied }: ProofWork['plan']) => ({
  touchedTests,
  written,
  bare,
  emptied,
});

/** Tests are judged by their names: a command that runs some is no witness by its exit code. */
const hasRunTests = ({ tests, listed }: CheckReport): boolean => tests !== undefined || listed !== undefined;

const reportOf = (report: Outcome<CheckReport> | undefined): CheckReport | null => (report?.ok ? report.value : null);

/** End-to-end tests run one after the other, because their server may have a fixed port; old ones ran before. */
function toNextRuns(work: ProofWork) {
  const { plan, done, isE2e } = work;
  const next = isE2e ? nextRunsOfNewTests : nextRuns;
  const runs = plan.command === null ? [] : next(plan.commits, done);
  return runs.length === 0 ? ({ ...work, at: 'comparing' } as const) : ({ ...work, at: 'running', runs } as const);
}

function toNextCommand(state: ProofFound & { readonly left: readonly string[] }) {
  const [, ...left] = state.left;
  return left.length > 0 ? ({ ...foundOf(state), at: 'trying-base', left } as const) : toProduct(foundOf(state));
}
