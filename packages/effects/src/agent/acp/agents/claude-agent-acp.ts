/**
 * Claude Code behind the protocol.
 *
 * In its mode `plan` it ran a command that writes, unasked; in `default` it asks for everything that changes anything. So
 * every role has `default`, and what may be done is decided by whoever answers.
 */
import { claude } from '@harness/core/providers/claude';
import { modelOf } from '@harness/core/providers/model-tier';
import type { AcpAgent, AcpLaunch } from '../agent.ts';

export const claudeAgentAcp: AcpAgent = {
  name: 'claude-agent-acp',
  program: 'claude-agent-acp',
  args: [],
  package: '@agentclientprotocol/claude-agent-acp',
  login: 'claude auth login',
  keys: claude.keyVariables,
  endpoint: claude.endpointVariable,
  gateway: 'https://api.anthropic.com',
  logins: ['.claude/.credentials.json'],
  passes: [],
  modes: { exec: ['default'], review: ['default'], complete: ['default'] },
  settings: (told) => ({
    environment: {
      CLAUDE_CODE_MAX_RETRIES: String(told.retries),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
      ...(told.baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: told.baseUrl }),
      ...(told.model === undefined ? {} : { ANTHROPIC_MODEL: modelOf(claude.tiers, told.model) }),
    },
    meta: {
      claudeCode: {
        options: {
          settingSources: [], // else hooks, servers and key helpers of the repository would run
          strictMcpConfig: true,
          tools: toolsFor(told),
          ...(told.turns === undefined ? {} : { maxTurns: told.turns }),
        },
      },
    },
  }),
};

/** As on `claude`: what a role does not have it cannot even ask for. */
function toolsFor({ mode, hasOutput }: AcpLaunch): readonly string[] {
  const reading = ['Read', 'Grep', 'Glob'];
  if (mode === 'exec') return [...reading, 'Edit', 'Write', 'Bash'];
  return [...(mode === 'review' ? reading : []), ...(hasOutput ? ['Edit', 'Write'] : [])];
}
