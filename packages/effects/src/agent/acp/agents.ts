/** Lists the known agents, and describes any other program that speaks the protocol. */
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
  const listOf = (mode: string | undefined) => (mode === undefined ? [] : [mode]);
  return {
    name: basename(program),
    program,
    args,
    keys: [],
    logins: [],
    passes: env,
    modes: { exec: listOf(modes.exec), review: listOf(modes.review), complete: listOf(modes.complete) },
    settings: () => emptyAcpSettings,
  };
}
