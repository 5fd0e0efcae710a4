/** Runs the end-to-end command after a clean review (D-36). Its findings use a pass, like those of a review. */

import { serverFindings } from '../../checks/dev-server.ts';
import { findingsFromE2e } from '../../checks/e2e-findings.ts';
import { check } from '../../effects/check.ts';
import { defineStep } from '../../machine/machine.ts';
import { type ConvergeState, passState, toGiveUp, toNextPass } from './job.ts';

const step = defineStep<ConvergeState>();

export const e2eSteps = [
  step({
    at: 'e2e',
    to: ['committing', 'implementing', 'deciding', 'closing'],
    needs: ({ e2e: { command, timeoutMs, artifactDirs, keepIn, server }, lane }) => ({
      report: check({
        command,
        cwd: lane.path,
        timeoutMs,
        keep: { folders: artifactDirs, in: keepIn },
        ...(server ? { server } : {}),
      }),
    }),
    next: (state, { report }) => {
      const { server } = state.e2e;
      const findings = report.ok || !server ? null : serverFindings(report.failure, server);
      if (findings) return toNextPass(state, { because: 'findings', findings });
      if (!report.ok && report.failure.code !== 'check.timed-out') return toGiveUp(state, report.failure);
      if (report.ok && report.value.green) return { ...passState(state), at: 'committing' };
      return toNextPass(state, { because: 'findings', findings: findingsFromE2e(report, state.e2e.command) });
    },
  }),
];
