/**
 * Runs the checks of a workflow on its base before the first agent call, and asks a person about red ones.
 *
 *   B1. A command that exits with 0 is not red here, also if it ran no test: the base may have none yet.
 *   B2. A check that a person gave on the command line is never asked about: it may be red because it is the task.
 */
import { baseCheck, type RedCheck, redCheck } from '../../checks/check-round.ts';
import type { CheckReport } from '../../effects/check.ts';
import { question } from '../../effects/question.ts';
import type { Failure, Outcome } from '../../failure/failure.ts';
import { defineMachine, defineStep } from '../../machine/machine.ts';

export interface BaseChecksJob {
  /** Folder of the lane, or `.` for the checkout. */
  readonly path: string;
  /** `null` without git: then the commands run in the folder. */
  readonly commit: string | null;
  readonly checks: readonly string[];
  /** Checks that are not asked about (B2). */
  readonly exempt: readonly string[];
  readonly checkTimeoutMs: number;
  readonly reports?: readonly string[];
  /** Set if a missing tool only skips its check. */
  readonly skipsMissing?: true;
}

interface Progress {
  readonly job: BaseChecksJob;
  readonly red: readonly RedCheck[];
  readonly missing: readonly string[];
}

export type BaseChecksResult =
  /** `ignored` does not decide; the tool of a check in `missing` is not installed. */
  | { readonly at: 'checked'; readonly ignored: readonly string[]; readonly missing: readonly string[] }
  | { readonly at: 'stopped' }
  | { readonly at: 'failed'; readonly because: Failure };

export type BaseChecksState =
  | (Progress & { readonly at: 'checking'; readonly left: readonly string[] })
  | (Progress & { readonly at: 'asking' })
  | BaseChecksResult;

const step = defineStep<BaseChecksState>();

export const baseChecks = defineMachine<BaseChecksJob, BaseChecksState, BaseChecksResult>()({
  id: 'base-checks',
  version: 1,
  start: (job) =>
    job.checks.length > 0
      ? { at: 'checking', job, left: job.checks, red: [], missing: [] }
      : { at: 'checked', ignored: [], missing: [] },
  steps: [
    step({
      at: 'checking',
      to: ['checking', 'asking', 'checked', 'failed'],
      needs: ({ job, left }) => ({ report: nextBaseCheck(job, left) }),
      next: (state, { report }) => {
        if (!report.ok && report.failure.code !== 'check.timed-out') return { at: 'failed', because: report.failure };
        const [, ...left] = state.left;
        const next = withReport(state, report);
        if (left.length > 0) return { ...next, at: 'checking', left };
        return next.red.length > 0 ? { ...next, at: 'asking' } : { at: 'checked', ignored: [], missing: next.missing };
      },
    }),
    step({
      at: 'asking',
      to: ['checked', 'stopped'],
      needs: ({ red }) => ({ answer: askAboutRed(red) }),
      next: ({ red, missing }, { answer }) => {
        if (answer.choice === 'stop') return { at: 'stopped' };
        const ignored = answer.choice === 'ignore these checks' ? red.map(({ command }) => command) : [];
        return { at: 'checked', ignored, missing };
      },
    }),
  ],
  ends: { checked: 'done', stopped: 'stopped', failed: 'by-failure' },
  result: (state) => state,
  results: [
    { at: 'checked', ignored: [], missing: [] },
    { at: 'checked', ignored: ['npm test'], missing: [] },
    { at: 'stopped' },
    { at: 'failed', because: { code: 'check.unstartable', params: {} } },
  ],
});

const nextBaseCheck = ({ checks, path, commit, ...limits }: BaseChecksJob, left: readonly string[]) =>
  baseCheck(commit === null ? limits : { ...limits, rooms: true }, { path, commit: commit ?? '', all: checks }, left);

function withReport(
  { job, left: [command = ''], red, missing }: Extract<BaseChecksState, { at: 'checking' }>,
  report: Outcome<CheckReport>,
) {
  const { exitCode = null, isToolMissing = false } = report.ok ? report.value : {};
  const progress = { job, red, missing };
  if (isToolMissing && job.skipsMissing) return { ...progress, missing: [...missing, command] };
  if (exitCode === 0 || job.exempt.includes(command)) return progress; // B1, B2
  return { ...progress, red: [...red, redCheck(command, report)] };
}

const maxOutput = 2_000;

const askAboutRed = (red: readonly RedCheck[]) =>
  question(
    'baseline',
    {
      checks: red.map(({ command }) => command).join(', '),
      output: red.map(({ command, tail }) => `$ ${command}\n${tail.slice(-maxOutput)}`).join('\n\n'),
    },
    red.flatMap(({ log }) => log ?? []),
  );
