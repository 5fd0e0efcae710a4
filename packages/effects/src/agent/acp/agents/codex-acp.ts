/**
 * Describes Codex as an ACP agent, with the same settings as the provider `codex`.
 *
 * A working role uses the permission profile of those settings, without questions. A read-only role uses the mode
 * `read-only`, which asks before it writes, so that denied attempts are known.
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
  // It trusts the folder by its exact path and would start the repository's servers; another path is not trusted.
  folder: (cwd) => `${cwd}/.`,
  settings: (told) => ({
    environment: { CODEX_HOME: `${told.home}/.codex`, NO_BROWSER: '1' },
    files: { '.codex/config.toml': toToml(configFor(told)) },
  }),
};

function configFor({ mode, model, baseUrl, paysBy, home, untrusted, effort }: AcpLaunch) {
  // The prompt holds the role's instructions, as for every other agent.
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
    // Its helper programs are in its own folder, so the folder cannot be hidden from its commands.
    sandbox: { isOff: false, writable: [home], readable: [], hidden: [] },
  });
  return {
    ...common,
    // It would silently wait for a rate limit, however long: the harness repeats the call instead.
    model_providers: { harness: { ...endpointIn(endpoints), stream_max_retries: 0 } },
    approval_policy: 'never',
    ...(model === undefined ? {} : { model: modelOf(codex.tiers, model) }),
    ...(effort === undefined ? {} : { model_reasoning_effort: effort }),
  };
}

const endpointIn = (endpoints: unknown) =>
  (endpoints as { readonly harness: Readonly<Record<string, string>> }).harness;

/** Only the kind matters here; the key stays in the environment, the login in its file. */
const credentialOf = (paysBy: AcpLaunch['paysBy']) =>
  paysBy === 'login' ? ({ is: 'login', file: '' } as const) : ({ is: 'key', value: '' } as const);
