/**
 * Codex behind the protocol, under the same settings as the provider `codex`.
 *
 * A role that works has the permission profile of those settings, and is asked nothing. A role that reads has the mode
 * `read-only`, which asks before it writes, and so what it tried is known.
 */
import { codex } from '@harness/core/providers/codex';
import { modelOf } from '@harness/core/providers/model-tier';
import { codexConfig, toToml } from '../../codex/config.ts';
import type { AcpAgent, AcpLaunch } from '../agent.ts';

export const codexAcp: AcpAgent = {
  name: 'codex-acp',
  program: 'codex-acp',
  args: [],
  package: '@agentclientprotocol/codex-acp',
  login: 'codex login',
  keys: codex.keyVariables,
  endpoint: codex.endpointVariable,
  logins: ['.codex/auth.json'],
  passes: [],
  modes: { exec: ['permission-profile:harness', 'agent'], review: ['read-only'], complete: ['read-only'] },
  // It declares the folder that it is given to be trusted, by its exact name, and would start the repository's own servers.
  // Under another name for the same folder our settings hold, which say that it is not.
  folder: (cwd) => `${cwd}/.`,
  settings: (told) => ({
    environment: { CODEX_HOME: `${told.home}/.codex`, NO_BROWSER: '1' },
    files: { '.codex/config.toml': toToml(configFor(told)) },
  }),
};

function configFor({ mode, model, baseUrl, paysBy, home, untrusted, effort }: AcpLaunch) {
  // The role's own words are in the prompt, for this agent as for every other one.
  const {
    developer_instructions: _,
    model_providers: endpoints,
    ...common
  } = codexConfig({
    request: { mode, stable: '' },
    credential: credentialOf(paysBy),
    baseUrl,
    retries: 0,
    untrusted,
    // Its helper programs lie in its own folder, so that nothing of it can be hidden from its commands.
    sandbox: { isOff: false, writable: [home], readable: [], hidden: [] },
  });
  return {
    ...common,
    // It would wait for a rate limit as long as it is told to, without a word: the harness repeats the call instead.
    model_providers: { harness: { ...endpointIn(endpoints), stream_max_retries: 0 } },
    approval_policy: 'never',
    ...(model === undefined ? {} : { model: modelOf(codex.tiers, model) }),
    ...(effort === undefined ? {} : { model_reasoning_effort: effort }),
  };
}

const endpointIn = (endpoints: unknown) =>
  (endpoints as { readonly harness: Readonly<Record<string, string>> }).harness;

/** Only what it is decides what is written; the key itself stays in the environment, the login in its file. */
const credentialOf = (paysBy: AcpLaunch['paysBy']) =>
  paysBy === 'login' ? ({ is: 'login', file: '' } as const) : ({ is: 'key', value: '' } as const);
