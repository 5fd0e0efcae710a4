/** review, review-ui and e2e-verify: run in a lane on the branch and leave it unchanged. */

import type { Finding } from '../../answer-contracts/finding.ts';
import { isBlocking } from '../../answer-contracts/findings.ts';
import { inRoom } from '../../checks/check-round.ts';
import { serverFindings } from '../../checks/dev-server.ts';
import { findingsFromE2e } from '../../checks/e2e-findings.ts';
import { agent } from '../../effects/agent.ts';
import { check } from '../../effects/check.ts';
import { openLane } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { takeScreenshots } from '../../effects/screens.ts';
import { defineStep } from '../../machine/machine.ts';
import { laneInstallation } from '../converge/job.ts';
import { plansPlanReviewer } from '../plan/roles/reviewer.ts';
import { uiReviewer } from '../plan/roles/ui-reviewer.ts';
import { type PhaseState, phaseFailed, phaseRefused, toClosing } from './job.ts';

const step = defineStep<PhaseState>();

export const reviewPhaseSteps = [
  step({
    at: 'opening',
    to: ['reviewing', 'screening', 'verifying', 'failed'],
    needs: ({ job: { plan } }) => ({
      lane: act(openLane, {
        slug: `${plan.id}-${plan.slug}`,
        branch: plan.branch,
        from: plan.base,
        continues: true,
        ...laneInstallation(plan),
      }),
    }),
    next: ({ job, change }, { lane }) => {
      if (!lane.ok) return phaseFailed(lane.failure);
      const state = { change, lane: lane.value };
      if (job.phase === 'review') return { at: 'reviewing', job, ...state };
      return job.phase === 'review-ui' ? { at: 'screening', job, ...state } : { at: 'verifying', job, ...state };
    },
  }),
  step({
    at: 'reviewing',
    to: ['closing'],
    needs: ({ job: { plan }, change: { diff }, lane: { path, base } }) => ({
      review: agent(plansPlanReviewer, { cwd: path, checkpoint: base }, { task: plan.text, diff }, { item: plan.id }),
    }),
    next: ({ change: { head }, lane }, { review }) => {
      if (!review.ok) return toClosing(lane, phaseFailed(review.failure));
      return toClosing(lane, reviewResult(head, review.value));
    },
  }),
  step({
    at: 'screening',
    to: ['reviewing-ui', 'closing'],
    needs: ({ job: { plan, screens }, lane: { path, base } }) => ({
      looked: act(takeScreenshots, { cwd: path, ...screens, ...(plan.rooms ? inRoom(base, []) : {}) }),
    }),
    next: (state, { looked }) => {
      const { job, change, lane } = state;
      if (!looked.ok) {
        const findings = serverFindings(looked.failure, job.screens.server);
        return toClosing(lane, findings ? reviewResult(change.head, findings) : phaseFailed(looked.failure));
      }
      const seen = looked.value;
      // This phase has no other purpose, so skipping would be wrong.
      if (seen.is === 'skipped') return toClosing(lane, phaseRefused('browser.missing', { detail: seen.why }));
      return { at: 'reviewing-ui', job, change, lane, seen };
    },
  }),
  step({
    at: 'reviewing-ui',
    to: ['closing'],
    needs: ({ job: { plan }, change: { diff }, lane: { path, base }, seen: { shots, complaints, outline } }) => ({
      review: agent(
        uiReviewer,
        { cwd: path, checkpoint: base },
        { task: plan.text, diff, shots, complaints, outline },
        { item: plan.id },
      ),
    }),
    next: ({ change: { head }, lane }, { review }) =>
      toClosing(lane, review.ok ? reviewResult(head, review.value) : phaseFailed(review.failure)),
  }),
  step({
    at: 'verifying',
    to: ['closing'],
    needs: ({ job: { plan, e2e }, lane }) => ({
      report: check({
        command: e2e.command,
        cwd: lane.path,
        timeoutMs: e2e.timeoutMs,
        ...(plan.rooms ? inRoom(lane.base, []) : {}),
        keep: { folders: e2e.artifactDirs, in: e2e.keepIn },
        ...(e2e.server ? { server: e2e.server } : {}),
      }),
    }),
    next: ({ job: { e2e }, change: { head }, lane }, { report }) => {
      const findings = report.ok || !e2e.server ? null : serverFindings(report.failure, e2e.server);
      if (findings) return toClosing(lane, { at: 'broken', head, findings });
      if (!report.ok && report.failure.code !== 'check.timed-out') return toClosing(lane, phaseFailed(report.failure));
      if (report.ok && report.value.green) return toClosing(lane, { at: 'verified', head, keptIn: e2e.keepIn });
      return toClosing(lane, { at: 'broken', head, findings: findingsFromE2e(report, e2e.command) });
    },
  }),
];

const reviewResult = (head: string, findings: readonly Finding[]) =>
  ({ at: findings.some(isBlocking) ? 'blocked' : 'reviewed', head, findings }) as const;
