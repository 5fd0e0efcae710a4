/** Who can be asked. A key is looked for by its name; what it says is never looked at, printed or written. */
import { type Examined, fine, wrong } from './check.ts';

const keys = {
  claude: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  codex: ['OPENAI_API_KEY'],
} as const;

export const scripted: Examined = fine('provider.scripted', true, 'scripted agents need no key and no network');

/** Real providers are named and refused in this version; their keys are told all the same. */
export const providers = (env: NodeJS.ProcessEnv): readonly Examined[] =>
  Object.entries(keys).map(([provider, names]) => {
    const set = names.filter((name) => env[name]);
    const key = set.length > 0 ? `${set.join(', ')} is set` : `none of ${names.join(', ')} is set`;
    return wrong(
      `provider.${provider}`,
      false,
      `this version cannot ask ${provider} yet (${key})`,
      'harness converge "<text>" --script <file>',
    );
  });
