/** Runs the end-to-end command after a clean review (D-36). Its findings use a pass, like those of a review. */

import { serverFindings } from '../../checks/dev-server.ts';
import { findingsFromE2e } from '../../checks/e2e-findings.ts';
import { check } from '../../effects/check.ts';
import { defineStep } from '../../machine/machine.ts';
import { type ConvergeState, passState, roomAfterChecks, toGiveUp, toNextPass } from './job.ts';

const step = defineStep<ConvergeState>();

export const e2eSteps = [
  step({
    at: 'e2e',
    to: ['committing', 'implementing', 'deciding', 'closing'],
    needs: (state) => {
      const { command, timeoutMs, artifactDirs, keepIn, server } = state.e2e;
      const keep = { folders: artifactDirs, in: keepIn };
      const room = roomAfterChecks(state);
      return {
        report: check({ command, cwd: state.lane.path, timeoutMs, ...room, keep, ...(server ? { server } : {}) }),
      };
    },
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
