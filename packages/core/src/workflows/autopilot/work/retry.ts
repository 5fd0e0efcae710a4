/** Repeats a failed task with more context each time, and asks a person when the retries are used up. */
import { agent } from '../../../effects/agent.ts';
import { gatherRetry, recordFailure } from '../../../effects/autopilot.ts';
import { publishCheckout, saveCheckout } from '../../../effects/checkout.ts';
import { act } from '../../../effects/operation.ts';
import { ask } from '../../../effects/question.ts';
import { autopilotCodes } from '../codes.ts';
import { taskDiagnostician } from '../roles/diagnostician.ts';
import { specOf } from '../session.ts';
import { toSync } from './commit.ts';
import { diagnosticianInput, workItem } from './executor-call.ts';
import { faultLogs, faultSummary, faultText } from './fault-text.ts';
import { openTask, toExecution, withAnswer, workFailed, workOf, workStep, workStopped } from './state.ts';

export const retrySteps = [
  workStep({
    at: 'gathering',
    to: ['executing', 'diagnosing', 'failed'],
    needs: ({ job, left, retry, retries, lane, checkpoint, fault }) => ({
      gathered: act(gatherRetry, {
        ...specOf(job.session),
        attempt: retries + 1,
        error: faultText(fault),
        earlier: retry === null ? [] : [...retry.context.earlier, retry.context.error],
        plan: job.order.is === 'plan' ? job.order.plan : null,
        task: openTask({ left, job }),
        lane,
        checkpoint,
      }),
    }),
    next: (state, { gathered }) => {
      if (!gathered.ok) return workFailed(gathered.failure);
      const { fault, retries, job } = state;
      const retry = {
        attempt: retries + 1,
        context: gathered.value,
        output: faultLogs(fault)[0] ?? null,
        diagnosis: '',
      };
      return retry.attempt === job.session.retries && retry.attempt > 1 && job.session.diagnostician
        ? { ...workOf(state), at: 'diagnosing', upcoming: retry }
        : toExecution(state, retry);
    },
  }),
  workStep({
    at: 'diagnosing',
    to: ['executing', 'failed'],
    needs: (state) => ({
      diagnosed: agent(
        taskDiagnostician,
        { cwd: state.lane.path, checkpoint: state.checkpoint },
        diagnosticianInput(state, state.upcoming),
        { item: workItem(state.job) },
      ),
    }),
    // Its note only helps: a call without one does not stop the work, but a cap does.
    next: (state, { diagnosed }) => {
      if (!diagnosed.ok && diagnosed.failure.code === 'budget.cap-reached') return workFailed(diagnosed.failure);
      return toExecution(state, { ...state.upcoming, diagnosis: diagnosed.ok ? diagnosed.value.note : '' });
    },
  }),
  workStep({
    at: 'recovering',
    to: ['asking-retries', 'syncing', 'failed'],
    needs: ({ job: { session, phase }, lane, checkpoint, left, fault }) => ({
      committed: act(publishCheckout, {
        lane,
        checkpoint,
        message: `[autopilot][recovery] ${left[0]?.title ?? ''}`,
        as: 'commit',
      }),
      recorded: act(recordFailure, {
        slug: session.slug,
        phase,
        text: `${left[0]?.title ?? ''}: ${faultSummary(fault)}`,
      }),
    }),
    next: (state, { committed, recorded }) => {
      if (!committed.ok) return workFailed(committed.failure);
      if (!recorded.ok) return workFailed(recorded.failure);
      if (committed.value.is === 'base-moved') return toSync(state, { is: 'recovery', fault: state.fault });
      const { lane } = committed.value;
      return { ...workOf(state), at: 'asking-retries', lane, isTroubled: true, fault: state.fault };
    },
  }),
  workStep({
    at: 'asking-retries',
    to: ['saving-repair', 'revising', 'stopped'],
    needs: ({ job: { session, order }, left, fault }) => ({
      answer: ask(
        autopilotCodes,
        'retries',
        { task: left[0]?.title ?? '', tries: session.retries + 1, because: faultSummary(fault) },
        {
          evidence: faultLogs(fault),
          ...(order.is === 'plan' ? {} : { choices: ['fix manually and continue', 'stop'] as const }),
        },
      ),
    }),
    next: (state, { answer: { choice, note } }) => {
      const [task] = state.left;
      const told =
        note === '' || !task ? state.consent : withAnswer(state, { task: task.n, title: task.title, choice, note });
      switch (choice) {
        case 'fix manually and continue':
          return { ...workOf(state), at: 'saving-repair', consent: told };
        case 'revise plan':
          return { at: 'revising', lane: state.lane, consent: told, from: task?.n ?? 1, note };
        case 'stop':
          return workStopped(state, state);
      }
    },
  }),
  workStep({
    at: 'saving-repair',
    to: ['inspecting', 'failed'],
    needs: ({ lane }) => ({ saved: act(saveCheckout, { lane, foreign: [] }) }),
    next: (state, { saved }) => {
      if (!saved.ok) return workFailed(saved.failure);
      const sent = state.left.slice(0, 1);
      const { commit, diff } = saved.value;
      const answered = { sent, completed: sent.map(({ n }) => n), failed: null, diff };
      return { ...workOf(state), checkpoint: commit, at: 'inspecting', answered };
    },
  }),
] as const;
