/**
 * Describes opencode as an ACP agent. It supports many endpoints: a model is `<endpoint>/<model>`, and each endpoint
 * has its own key.
 *
 * By default it writes without asking, applies the repository's settings and, without a key, sends everything to its
 * own free model.
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
      OPENCODE_PURE: '1', // no plugins of the repository
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
        ...(model === undefined || isTier(model) ? {} : modelSettings(model, baseUrl)),
      }),
    },
  }),
};

const isOwn = (model: string | undefined) => model?.startsWith('opencode/') === true;

function modelSettings(model: string, baseUrl: string | undefined) {
  const [endpoint = '', ...rest] = model.split('/');
  const name = rest.join('/');
  return {
    model,
    small_model: model, // otherwise it would use another model for titles
    provider: {
      [endpoint]: {
        ...(baseUrl === undefined ? {} : { options: { baseURL: baseUrl } }),
        models: { [name]: {} }, // allows a model that is not in its own list
      },
    },
  };
}
