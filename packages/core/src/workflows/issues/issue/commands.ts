/** The commands that prove a group: those of its invariants, and the first test tier of its subsystems. */
import type { Invariant } from '../../../effects/issues.ts';
import type { Planned } from './job.ts';
import { currentGroup } from './state.ts';

/** Files without a test tier are tested by the configured checks. */
export function groupCommands(state: Planned): readonly string[] {
  const { invariants, tier0 } = currentGroup(state);
  return unique([...commandsOf(invariants), ...(tier0.length > 0 ? tier0 : state.job.settings.checks)]);
}

export const commandsOf = (invariants: readonly Invariant[]): readonly string[] =>
  unique(invariants.flatMap(({ command }) => (command === undefined ? [] : [command])));

export const unique = (commands: readonly string[]): readonly string[] => [...new Set(commands)];
