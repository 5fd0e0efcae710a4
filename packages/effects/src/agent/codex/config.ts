/**
 * What the program is told by its own settings: one file in its own folder, written anew for every call.
 *
 *   F1. The repository is not trusted: its hooks, servers, notify programs, skills and own settings do not start.
 *   F2. What a command of the agent is told is on a list, and the key is not: not in its environment, not in the
 *       environment of any process that it can see, and a login not in any file that it can read.
 *   F3. Nobody is asked, nothing is sent aside, and nothing is tried for ever.
 *   F4. What stands before the prompt is the same in all calls of a role: no path, no date, no permission is in it.
 */
import type { AgentRequest } from '../provider.ts';
import { type Credential, keyName } from './credential.ts';

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };
export type CodexConfig = { readonly [key: string]: Value };

export interface CodexLaunch {
  readonly request: Pick<AgentRequest, 'mode' | 'stable'>;
  readonly credential: Credential;
  /** The gateway's, for a key. */
  readonly baseUrl: string | undefined;
  /** How often the program itself tries again. */
  readonly retries: number;
  /** Folders that are not trusted: where the agent works, and the repository it belongs to. */
  readonly untrusted: readonly string[];
  readonly sandbox: Sandbox;
}

/** What the commands of an agent may touch besides reading everything, and writing its folder when it works. */
export interface Sandbox {
  /** Whoever has one of their own, which keeps to the mode, takes the program's away. */
  readonly isOff: boolean;
  /** For an agent that works: what it may write besides its folder, and what of its folder it may not. */
  readonly writable: readonly string[];
  readonly readable: readonly string[];
  /** Where logins lie, and what the program keeps of itself. */
  readonly hidden: readonly string[];
}

export const ownEndpoint = 'https://api.openai.com/v1';

export const codexConfig = ({
  request,
  credential,
  baseUrl,
  retries,
  untrusted,
  sandbox,
}: CodexLaunch): CodexConfig => ({
  developer_instructions: request.stable,
  model_provider: 'harness',
  model_providers: { harness: endpoint(credential, baseUrl, retries) },
  projects: Object.fromEntries(untrusted.map((folder) => [folder, { trust_level: 'untrusted' }])),
  shell_environment_policy: {
    inherit: 'all', // what the program was given is on the list already, but for what follows
    ignore_default_excludes: false,
    exclude: [keyName, 'CODEX_*', 'RUST_LOG'],
  },
  ...permissions(request.mode, sandbox),
  cli_auth_credentials_store: 'file',
  check_for_update_on_startup: false,
  analytics: { enabled: false },
  feedback: { enabled: false },
  history: { persistence: 'none' },
  project_doc_max_bytes: 0, // the repository's own words reach the agent in the prompt, labelled as data
  include_permissions_instructions: false,
  web_search: 'disabled',
  agents: { enabled: false }, // who is asked is the harness's to decide
  tools: { experimental_request_user_input: { enabled: false } },
  skills: { bundled: { enabled: false }, include_instructions: false },
  features: { ...off(unwanted), ...(request.mode === 'complete' ? off(tools) : {}) },
});

/** In words of the program. Its temporary folder is its own; `/tmp` belongs to everybody, and repositories lie there too. */
function permissions(
  mode: CodexLaunch['request']['mode'],
  { isOff, writable, readable, hidden }: Sandbox,
): CodexConfig {
  if (isOff) return { default_permissions: ':danger-full-access' };
  const each = (folders: readonly string[], access: string) => Object.fromEntries(folders.map((one) => [one, access]));
  const common = { ':tmpdir': 'write', ':slash_tmp': 'read', ...each(readable, 'read'), ...each(hidden, 'deny') };
  const profile =
    mode === 'exec'
      ? { extends: ':workspace', filesystem: { ...common, ...each(writable, 'write') }, network: { enabled: true } }
      : { extends: ':read-only', filesystem: common };
  return { default_permissions: 'harness', permissions: { harness: profile } };
}

/** One of our own and not the program's: that one would speak by WebSocket first. */
const endpoint = (credential: Credential, baseUrl: string | undefined, retries: number) => ({
  name: 'harness',
  wire_api: 'responses',
  // Once is the least: only from the announcement of a further try is known when it may be made (see log).
  request_max_retries: retries,
  stream_max_retries: Math.max(1, retries),
  ...(credential.is === 'login'
    ? { requires_openai_auth: true, ...(baseUrl === undefined ? {} : { base_url: baseUrl }) }
    : { env_key: keyName, base_url: baseUrl ?? ownEndpoint }),
});

/** They ask people, call home, start programs of their own, or would wait for a network that never comes. */
const unwanted = [
  ...['apps', 'plugins', 'remote_plugin', 'tool_suggest', 'skill_search', 'hooks', 'goals', 'memories', 'multi_agent'],
  ...['image_generation', 'view_image', 'sleep_tool', 'shell_snapshot', 'worktrees', 'unbounded_connection_retries'],
];

/** What is left then is a patch, which a folder that is only read refuses. */
const tools = ['shell_tool', 'unified_exec'];

const off = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, false]));

/** As TOML: a line for each key, with what is below it in the same line, so that no name can be read as a path. */
export const toToml = (config: CodexConfig): string =>
  Object.entries(config)
    .map(([key, value]) => `${quoted(key)} = ${written(value)}\n`)
    .join('');

function written(value: Value): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(written).join(', ')}]`;
  const pairs = Object.entries(value).map(([key, one]) => `${quoted(key)} = ${written(one)}`);
  return `{ ${pairs.join(', ')} }`;
}

const isList = (value: object): value is readonly Value[] => Array.isArray(value);

/** JSON's way to write a text is TOML's too, but for one sign. */
const quoted = (text: string) => JSON.stringify(text).replaceAll('\u007f', '\\u007f');
