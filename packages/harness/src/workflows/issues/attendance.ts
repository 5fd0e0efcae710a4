/** Finds out who can answer a question now: a person at the terminal, or the people of a script. */
import type { Attendance } from '@harness/core/workflows/issues/settings';
import type { Output } from '../../render/screen.ts';
import { resolveRoleSettings, type Settings } from '../../settings/settings.ts';

export async function findAttendance(
  settings: Settings,
  { isTerminal, noInput, json }: Pick<Output, 'isTerminal' | 'noInput' | 'json'>,
): Promise<Attendance> {
  if (isTerminal && !noInput && !json) return 'all';
  const { provider, script } = resolveRoleSettings(settings, 'issues.planner');
  if (provider !== 'scripted' || script === '') return [];
  const { readScript } = await import('@harness/effects/agent/scripted/script');
  const { people } = (await readScript(script)).script;
  const headers = people.map(({ when }) => when.header?.toLowerCase());
  return headers.includes(undefined) ? 'all' : headers.flatMap((header) => header ?? []);
}
