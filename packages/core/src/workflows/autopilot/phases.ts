/** Opens a session and runs its phases in the order of the spec. */
import { openSession } from '../../effects/autopilot.ts';
import { call } from '../../effects/call.ts';
import { keepUserFiles } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { signal } from '../../effects/signal.ts';
import { summaryName } from '../../sessions/session-summary.ts';
import { sessionFolder } from '../../sessions/slug.ts';
import { fileText } from '../../text/text.ts';
import { baseChecks } from '../base-checks/machine.ts';
import { autopilotCodes } from './codes.ts';
import { withPendingEdit } from './edited-state.ts';
import type { SessionPhaseJob, SessionPhaseResult } from './phase/job.ts';
import { autopilotPhase } from './phase/machine.ts';
import {
  type AtPhase,
  type Autopilot,
  atPhaseOf,
  type BetweenPhases,
  nextPhase,
  type Opened,
  openedOf,
  sessionFailed,
  sessionStep,
  toFinalReview,
  toRest,
} from './state.ts';

export const phaseSteps = [
  sessionStep({
    at: 'opening',
    to: ['checking-base', 'failed'],
    needs: ({ job: { settings } }) => ({
      opened: act(openSession, { specPath: settings.specPath }),
      // Before an agent may write: files that git ignores cannot be restored otherwise.
      kept: act(keepUserFiles, { hasGit: true }),
    }),
    next: ({ job }, { opened, kept }) => {
      if (!opened.ok) return sessionFailed(opened.failure);
      if (!kept.ok) return sessionFailed(kept.failure);
      const { lane, spec } = opened.value;
      const session = { ...job.settings, spec };
      const startingCommit = job.imported?.document.startingCommit ?? lane.base;
      return { at: 'checking-base', job, session, lane, startingCommit, unwitnessed: [], findings: [] };
    },
  }),
  sessionStep({
    at: 'checking-base',
    to: ['running-phase', 'surveying-final', 'halted', 'failed'],
    needs: ({ session, lane }) => ({
      base: call(baseChecks, 'checks on the base', {
        path: lane.path,
        commit: lane.base,
        checks: session.checks,
        exempt: [],
        checkTimeoutMs: session.checkTimeoutMs,
        ...(session.reports ? { reports: session.reports } : {}),
      }),
    }),
    next: (state, { base: { result } }) => {
      if (result === null || result.at === 'stopped') return toRest({ ...openedOf(state), at: 'checking-base' });
      if (result.at === 'failed') return sessionFailed(result.because);
      const checks = state.session.checks.filter((command) => !result.ignored.includes(command));
      const from = state.job.imported?.document.currentPhase ?? 0;
      return toPhase({ ...openedOf(state), session: { ...state.session, checks } }, from, 0);
    },
  }),
  sessionStep({
    at: 'running-phase',
    to: ['asking-next', 'asking-edited', 'surveying-final', 'halted', 'failed'],
    needs: (state) => ({ phase: call(autopilotPhase, phaseName(state), phaseJob(state)) }),
    next: (state, { phase: { result } }) => {
      if (result === null) return toRest(state);
      switch (result.at) {
        case 'failed':
          return sessionFailed(result.because);
        case 'stopped':
          return toRest(
            {
              ...atPhaseOf(state),
              at: 'running-phase',
              lane: result.lane,
              stoppedAt: result.stop,
              ...editOf(state),
            },
            result.waitsFor,
          );
        case 'complete':
        case 'skipped':
          return afterPhase(state, result);
      }
    },
  }),
  sessionStep({
    at: 'asking-next',
    to: ['running-phase', 'asking-edited', 'halted'],
    needs: ({ job, session, index, next, troubles }) => ({
      answer: ask(
        autopilotCodes,
        'next-phase',
        {
          n: index + 1,
          next: next + 1,
          name: job.phases[next]?.name ?? '',
          complexity: job.phases[next]?.complexity ?? 'medium',
          troubles,
        },
        { item: String(index + 1), evidence: [fileText(`${sessionFolder(session.slug)}${summaryName}`)] },
      ),
    }),
    next: (state, { answer: { choice } }) =>
      choice === 'yes'
        ? withPendingEdit({ ...atPhaseOf(state), at: 'running-phase', index: state.next, ...editOf(state) })
        : toRest(state),
  }),
  sessionStep({
    at: 'halted',
    to: ['checking-base', 'running-phase', 'asking-next', 'asking-edited', 'asking-final', 'fixing-final'],
    needs: () => ({ command: signal('command', ['resume']) }),
    next: ({ onto }) => (onto.at === 'checking-base' ? onto : withPendingEdit(onto)),
  }),
] as const;

function toPhase(opened: Opened, from: number, troubles: number) {
  const index = nextPhase(opened.job, from);
  return index === null
    ? toFinalReview(opened)
    : ({ ...openedOf(opened), at: 'running-phase', index, troubles } as const);
}

const editOf = ({ edit }: Pick<BetweenPhases, 'edit'>) => (edit ? { edit } : {});

/** The last phase leads to the final review; before every other one a person is asked. */
function afterPhase(state: Running, result: Extract<SessionPhaseResult, { at: 'complete' | 'skipped' }>) {
  const isComplete = result.at === 'complete';
  const troubles = isComplete && !result.isTroubled ? 0 : state.troubles + Number(isComplete);
  const unwitnessed = isComplete && result.isUnwitnessed ? [...state.unwitnessed, state.index + 1] : state.unwitnessed;
  const findings = isComplete ? [...state.findings, ...result.findings] : state.findings;
  const job = withPhaseOver(state, result.at);
  const now = { ...atPhaseOf(state), job, lane: result.lane, troubles, unwitnessed, findings };
  const next = nextPhase(job, state.index + 1);
  return next === null
    ? toFinalReview(now)
    : withPendingEdit({ ...now, at: 'asking-next', next, ...editOf(state) } as const);
}

/** A finished phase never runs again. */
const withPhaseOver = ({ job, index }: AtPhase, isOver: 'complete' | 'skipped') => ({
  ...job,
  phases: job.phases.map((phase, at) => (at === index ? { ...phase, isOver } : phase)),
});

type Running = Extract<Autopilot, { at: 'running-phase' }>;

const phaseName = ({ job, index }: Running): string => `Phase ${index + 1}: ${job.phases[index]?.name ?? ''}`;

function phaseJob({ job, session, lane, index, stoppedAt }: Running): SessionPhaseJob {
  const { name = '', complexity = 'medium', planPath } = job.phases[index] ?? {};
  return {
    session,
    phase: { n: index + 1, name },
    complexity,
    planPath: planPath ?? null,
    lane,
    ...(stoppedAt ? { stoppedAt } : {}),
  };
}
