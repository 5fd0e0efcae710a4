/**
 * opencode behind the protocol. It knows many endpoints: a model is `<endpoint>/<model>`, and a key is looked for under the
 * name of the endpoint.
 *
 * Left alone it would ask nobody before it writes, take the repository's settings, and, without a key, send everything to a
 * free model of its own.
 */
import { isTier } from '@harness/core/providers/model-tier';
import type { AcpAgent } from '../agent.ts';

const ask = { edit: 'ask', bash: 'ask', webfetch: 'ask', external_directory: 'ask' };

export const opencode: AcpAgent = {
  name: 'opencode',
  program: 'opencode',
  args: ['acp'],
  package: 'opencode-ai',
  login: 'opencode auth login',
  keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY', 'OPENCODE_API_KEY'],
  takesAllKeys: true,
  logins: ['.local/share/opencode/auth.json'],
  passes: [],
  modes: { exec: ['build'], review: ['build'], complete: ['build'] },
  startsUnasked: ['.opencode', 'opencode.json', 'opencode.jsonc'],
  settings: ({ model, baseUrl }) => ({
    environment: {
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
      OPENCODE_PURE: '1', // no plugin of the repository
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_CLAUDE_CODE: '1',
      OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_PERMISSION: JSON.stringify(ask),
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        share: 'disabled',
        autoupdate: false,
        permission: ask,
        ...(isOwn(model) ? {} : { disabled_providers: ['opencode'] }),
        ...(model === undefined || isTier(model) ? {} : chosen(model, baseUrl)),
      }),
    },
  }),
};

const isOwn = (model: string | undefined) => model?.startsWith('opencode/') === true;

function chosen(model: string, baseUrl: string | undefined) {
  const [endpoint = '', ...rest] = model.split('/');
  const name = rest.join('/');
  return {
    model,
    small_model: model, // else its titles would be asked of another one
    provider: {
      [endpoint]: {
        ...(baseUrl === undefined ? {} : { options: { baseURL: baseUrl } }),
        models: { [name]: {} }, // one that its own list does not have is asked for all the same
      },
    },
  };
}
