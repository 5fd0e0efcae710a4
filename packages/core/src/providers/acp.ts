/** Facts of the provider `acp`: it runs a known agent by name, or any program that speaks the Agent Client Protocol. */
import type { ProviderFacts, ProviderFields } from './provider-facts.ts';

export const acpAgents = ['claude-agent-acp', 'codex-acp', 'gemini', 'opencode'] as const;
export type AcpAgentName = (typeof acpAgents)[number];

const modes = ({ text }: ProviderFields) => ({
  exec: text('The agent’s name for the mode of a role that may write.').optional(),
  review: text('The agent’s name for the mode of a role that only reads.').optional(),
  complete: text('The agent’s name for the mode of a role without tools.').optional(),
});

const program = (field: ProviderFields) => {
  const { list, section, text } = field;
  return section(
    {
      command: list(
        text('A word.'),
        'The program and its arguments; it must speak the protocol on standard input and output.',
      ).min(1),
      modes: section(modes(field), 'The modes of the agent, if it has modes.').optional(),
      env: list(
        text('The name of a variable.'),
        'Names of additional environment variables that the program needs, such as its key.',
      ).default([]),
    },
    'Any other program.',
  );
};

export const acp = {
  about: 'any agent that speaks the Agent Client Protocol',
  settings: (field: ProviderFields) => ({
    acp: field.either(
      [program(field), field.oneOf(acpAgents, 'A known agent.')],
      'The agent of the provider `acp`: the name of a known agent, or any program.',
    ),
  }),
  agentSetting: 'acp',
  // The hosts of Gemini. Those of the other agents are facts of `claude` and `codex`.
  hosts: [
    'https://generativelanguage.googleapis.com',
    'https://cloudcode-pa.googleapis.com',
    'https://oauth2.googleapis.com',
  ],
  hostVariables: ['GOOGLE_GEMINI_BASE_URL'],
  loginFolders: ['.gemini'],
  repositorySettings: ['.gemini', '.opencode'],
} as const satisfies ProviderFacts;
