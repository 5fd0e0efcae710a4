/** The commands that prove a group: those of its invariants, and the first test tier of its subsystems. */
import type { Invariant } from '../../../effects/issues.ts';
import type { PlannedIssue } from './job.ts';
import { currentGroup } from './state.ts';

/** Files without a test tier are tested by the configured checks. */
export function groupCommands(state: PlannedIssue): readonly string[] {
  const { invariants, tier0 } = currentGroup(state);
  return unique([...invariantCommands(invariants), ...(tier0.length > 0 ? tier0 : state.job.settings.checks)]);
}

export const invariantCommands = (invariants: readonly Invariant[]): readonly string[] =>
  unique(invariants.flatMap(({ command }) => (command === undefined ? [] : [command])));

export const unique = (commands: readonly string[]): readonly string[] => [...new Set(commands)];
