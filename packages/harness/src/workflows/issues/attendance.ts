/** Finds out who can answer a question now: a person at the terminal, or the people of a script. */
import type { Attendance } from '@harness/core/workflows/issues/settings';
import { resolveAgents } from '../../providers/agents.ts';
import type { Output } from '../../render/screen.ts';
import type { Settings } from '../../settings/settings.ts';

export async function findAttendance(
  settings: Settings,
  { isTerminal, noInput, json }: Pick<Output, 'isTerminal' | 'noInput' | 'json'>,
): Promise<Attendance> {
  if (isTerminal && !noInput && !json) return 'all';
  const { people } = await resolveAgents(settings, 'issues');
  const headers = people.map(({ when }) => when.header?.toLowerCase());
  return headers.includes(undefined) ? 'all' : headers.flatMap((header) => header ?? []);
}
