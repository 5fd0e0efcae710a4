/** Finds the spec of a gate: `--spec`, or the configuration. */
import { Refusal } from '@harness/core/failure/refusal';
import { maxPlanSpecBytes } from '@harness/effects/plans/survey';
import { type InputFile, readRepositoryFile } from './input-file.ts';

export function resolveSpec(
  root: string,
  command: 'release-gate' | 'fidelity',
  flag: unknown,
  configured: string | undefined,
): InputFile {
  const given = (flag as string | undefined) ?? configured;
  if (given !== undefined) return readRepositoryFile(root, given, { command, maxBytes: maxPlanSpecBytes });
  const key = command === 'fidelity' ? 'fidelity.specPath' : 'releaseGate.specPath';
  throw new Refusal('gate.no-spec', { key, command });
}
