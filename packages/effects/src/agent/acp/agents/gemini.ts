/** Describes Gemini CLI as an ACP agent. It ignores the settings, commands and servers of an untrusted folder. */
import { modelOf } from '@harness/core/providers/model-tier';
import type { AcpAgent, AcpLaunch } from '../agent.ts';

const tiers = { opus: 'pro', sonnet: 'flash', haiku: 'flash-lite' };

export const gemini: AcpAgent = {
  name: 'gemini',
  program: 'gemini',
  args: ['--acp'],
  package: '@google/gemini-cli',
  login: 'gemini',
  keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  endpoint: 'GOOGLE_GEMINI_BASE_URL',
  logins: ['.gemini/oauth_creds.json', '.gemini/google_accounts.json'],
  passes: ['GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'],
  modes: { exec: ['default'], review: ['default'], complete: ['default'] },
  settings: ({ model, baseUrl, paysBy, retries }) => ({
    environment: {
      GEMINI_CLI_NO_RELAUNCH: '1', // one process is easier to end than two
      GEMINI_TELEMETRY_ENABLED: 'false',
      ...(baseUrl === undefined ? {} : { GOOGLE_GEMINI_BASE_URL: baseUrl }),
    },
    files: { '.gemini/settings.json': JSON.stringify(settingsFor(paysBy, retries)) },
    args: model === undefined ? [] : ['--model', modelOf(tiers, model)],
  }),
};

const settingsFor = (paysBy: AcpLaunch['paysBy'], retries: number) => ({
  security: {
    auth: { selectedType: paysBy === 'login' ? 'oauth-personal' : 'gemini-api-key' },
    folderTrust: { enabled: true },
  },
  general: { maxAttempts: retries + 1, enableAutoUpdate: false, checkpointing: { enabled: false } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
});
