/**
 * Describes Claude Code as an ACP agent.
 *
 * Its mode `plan` ran a writing command without asking; `default` asks before every change. So every role uses
 * `default`, and the harness decides on each request.
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
          settingSources: [], // otherwise hooks, servers and key helpers of the repository would run
          strictMcpConfig: true,
          tools: toolsFor(told),
          ...(told.turns === undefined ? {} : { maxTurns: told.turns }),
        },
      },
    },
  }),
};

/** As with `claude`: a role cannot use a tool that it does not have. */
function toolsFor({ mode, hasOutput }: AcpLaunch): readonly string[] {
  const reading = ['Read', 'Grep', 'Glob'];
  if (mode === 'exec') return [...reading, 'Edit', 'Write', 'Bash'];
  return [...(mode === 'review' ? reading : []), ...(hasOutput ? ['Edit', 'Write'] : [])];
}
