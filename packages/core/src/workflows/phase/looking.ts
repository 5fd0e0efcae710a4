/** review and e2e-verify: in a lane on the branch, which is given back as it was. */
import { foundBy } from '../../e2e.ts';
import { agent } from '../../effects/agent.ts';
import { check } from '../../effects/check.ts';
import { openLane } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { stepsOf } from '../../machine.ts';
import { planReviewer } from '../../roles/plans/reviewer.ts';
import { isBlocking } from '../../verdict.ts';
import { closing, failed, type Phase } from './job.ts';

const step = stepsOf<Phase>();

export const lookingSteps = [
  step({
    at: 'opening',
    to: ['reviewing', 'verifying', 'failed'],
    needs: ({ job: { plan } }) => ({
      lane: act(openLane, { slug: `${plan.id}-${plan.slug}`, branch: plan.branch, from: plan.base, continues: true }),
    }),
    next: ({ job, change }, { lane }) => {
      if (!lane.ok) return failed(lane.failure);
      return job.phase === 'review'
        ? { at: 'reviewing', job, change, lane: lane.value }
        : { at: 'verifying', job, change, lane: lane.value };
    },
  }),
  step({
    at: 'reviewing',
    to: ['closing'],
    needs: ({ job: { plan }, change: { diff }, lane: { path, base } }) => ({
      review: agent(planReviewer, { cwd: path, checkpoint: base }, { task: plan.text, diff }, { item: plan.id }),
    }),
    next: ({ change: { head }, lane }, { review }) => {
      if (!review.ok) return closing(lane, failed(review.failure));
      const findings = review.value;
      return closing(lane, { at: findings.some(isBlocking) ? 'blocked' : 'reviewed', head, findings });
    },
  }),
  step({
    at: 'verifying',
    to: ['closing'],
    needs: ({ job: { e2e }, lane }) => ({
      report: check({
        ...{ command: e2e.command, cwd: lane.path, timeoutMs: e2e.timeoutMs },
        keep: { folders: e2e.artifactDirs, in: e2e.keepIn },
      }),
    }),
    next: ({ job: { e2e }, change: { head }, lane }, { report }) => {
      if (!report.ok && report.failure.code !== 'check.timed-out') return closing(lane, failed(report.failure));
      if (report.ok && report.value.green) return closing(lane, { at: 'verified', head, keptIn: e2e.keepIn });
      return closing(lane, { at: 'broken', head, findings: foundBy(report, e2e.command) });
    },
  }),
];
