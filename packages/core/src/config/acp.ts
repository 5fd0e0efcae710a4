/** Which agent is asked over the Agent Client Protocol: one that the harness knows by name, or any program that speaks it. */
import * as z from 'zod';
import { list, oneOf, text } from './field.ts';

export const acpAgents = ['claude-agent-acp', 'codex-acp', 'gemini', 'opencode'] as const;
export type AcpAgentName = (typeof acpAgents)[number];

const modes = {
  exec: text('The agent’s own name for the mode of a role that works.').optional(),
  review: text('The agent’s own name for the mode of a role that reads.').optional(),
  complete: text('The agent’s own name for the mode of a role without tools.').optional(),
};

const program = z.strictObject({
  command: list(text('A word.'), 'The program and its arguments; it speaks the protocol on its input and output.').min(
    1,
  ),
  modes: z.strictObject(modes).describe('The modes that the agent offers, where it has any.').optional(),
  env: list(text('A variable.'), 'Names of variables that the program needs besides the usual ones: its key.').default(
    [],
  ),
});

export const acp = z
  .union([program, oneOf(acpAgents, 'An agent that the harness knows.')])
  .describe('The agent of the provider `acp`: one that is known by name, or any program.');

export type AcpChoice = z.infer<typeof acp>;

/** As a run records it: one text, because settings are flat. */
export const acpText = (choice: AcpChoice | undefined): string =>
  choice === undefined || typeof choice === 'string' ? (choice ?? '') : JSON.stringify(choice);

/** Nothing when nobody was named. */
export function acpIn(recorded: string): AcpChoice | undefined {
  if (recorded === '') return undefined;
  return acp.parse(recorded.startsWith('{') ? JSON.parse(recorded) : recorded);
}
