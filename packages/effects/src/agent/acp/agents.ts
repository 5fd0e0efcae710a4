/** The agents that the harness knows by name, and any other program that speaks the protocol. */
import { basename } from 'node:path';
import type { AcpAgentName } from '@harness/core/providers/acp';
import type { AcpChoice } from '@harness/core/providers/acp-choice';
import { type AcpAgent, emptyAcpSettings } from './agent.ts';
import { claudeAgentAcp } from './agents/claude-agent-acp.ts';
import { codexAcp } from './agents/codex-acp.ts';
import { gemini } from './agents/gemini.ts';
import { opencode } from './agents/opencode.ts';

const known: Readonly<Record<AcpAgentName, AcpAgent>> = {
  'claude-agent-acp': claudeAgentAcp,
  'codex-acp': codexAcp,
  gemini,
  opencode,
};

export function acpAgent(choice: AcpChoice): AcpAgent {
  if (typeof choice === 'string') return known[choice];
  const { command, modes = {}, env } = choice;
  const [program = '', ...args] = command;
  const named = (mode: string | undefined) => (mode === undefined ? [] : [mode]);
  return {
    name: basename(program),
    program,
    args,
    keys: [],
    logins: [],
    passes: env,
    modes: { exec: named(modes.exec), review: named(modes.review), complete: named(modes.complete) },
    settings: () => emptyAcpSettings,
  };
}
