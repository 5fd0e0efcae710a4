/** Lists the personas that a role may have: named agents of the autopilot, never a general one. */

export const agentPersonas = [
  'harness-planner',
  'harness-task-executor',
  'harness-verifier',
  'harness-code-reviewer',
] as const;
export type AgentPersona = (typeof agentPersonas)[number];

/** The line by which a prompt names the persona. Throws for a persona that is not listed: no call is made with it. */
export function personaLine(persona: AgentPersona): string {
  if (!agentPersonas.includes(persona)) throw new Error(`No persona ${JSON.stringify(persona)}: it is not listed`);
  return `subagent_type: ${persona}`;
}
