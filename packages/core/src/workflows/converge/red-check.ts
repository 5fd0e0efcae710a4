/** A check that is red, as whoever repairs it is told: what it printed last, and why that is red when its exit code is not. */
import type { CheckReport } from '../../effects/check.ts';
import type { RedCheck } from '../../roles/implementer.ts';

export function redCheck(
  command: string,
  report:
    | { ok: true; value: CheckReport }
    | { ok: false; failure: { params: Readonly<Record<string, string | number>> } },
): RedCheck {
  if (report.ok) {
    const { tail, log, exitCode } = report.value;
    return { command, tail: exitCode === 0 ? `${tail}\n(exit code 0, but no test was executed)`.trim() : tail, log };
  }
  const { timeoutMs, tail = '' } = report.failure.params;
  return { command, tail: `${tail}\n(did not finish within ${timeoutMs} ms)`.trim(), log: null };
}
