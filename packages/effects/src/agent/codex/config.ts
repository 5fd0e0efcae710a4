/**
 * Builds the program's configuration: one file in its own folder, written for every call.
 *
 *   F1. The repository is not trusted: its hooks, servers, notify programs, skills and settings do not start.
 *   F2. Commands of the agent get an allow-list of variables without the key. No process that they can see has the key,
 *       and no file that they can read has a login.
 *   F3. The program never asks the user, sends no telemetry and never retries forever.
 *   F4. The text before the prompt is the same in all calls of a role: it holds no path, date or permission.
 */
import type { AgentRequest } from '../provider.ts';
import { type CodexCredential, keyName } from './credential.ts';

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };
export type CodexConfig = { readonly [key: string]: Value };

export interface CodexLaunch {
  readonly request: Pick<AgentRequest, 'mode' | 'stable'>;
  readonly credential: CodexCredential;
  /** URL of the gateway if a key is used. */
  readonly baseUrl: string | undefined;
  readonly retries: number;
  /** Untrusted folders: the folder of the agent and the repository that it belongs to. */
  readonly untrusted: readonly string[];
  readonly sandbox: CodexSandbox;
}

/** Extra permissions for commands. All may read files that are not hidden; `exec` may also write to its folder. */
export interface CodexSandbox {
  /** Turns the program's sandbox off, because the harness runs it in a box that enforces the mode. */
  readonly isOff: boolean;
  /** Folders that an `exec` agent may write besides its own; `readable` ones stay read-only, even inside its folder. */
  readonly writable: readonly string[];
  readonly readable: readonly string[];
  /** Folders with logins and the program's own files. */
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
    inherit: 'all', // already an allow-list; only these variables must not reach the commands
    ignore_default_excludes: false,
    exclude: [keyName, 'CODEX_*', 'RUST_LOG'],
  },
  ...permissions(request.mode, sandbox),
  cli_auth_credentials_store: 'file',
  check_for_update_on_startup: false,
  analytics: { enabled: false },
  feedback: { enabled: false },
  history: { persistence: 'none' },
  project_doc_max_bytes: 0, // the prompt already has the repository's instructions, labelled as data
  include_permissions_instructions: false,
  web_search: 'disabled',
  agents: { enabled: false }, // only the harness decides which agents run
  tools: { experimental_request_user_input: { enabled: false } },
  skills: { bundled: { enabled: false }, include_instructions: false },
  features: { ...off(unwanted), ...(request.mode === 'complete' ? off(tools) : {}) },
});

/** The temporary folder belongs to the call. `/tmp` is shared, and repositories may lie there too. */
function permissions(
  mode: CodexLaunch['request']['mode'],
  { isOff, writable, readable, hidden }: CodexSandbox,
): CodexConfig {
  if (isOff) return { default_permissions: ':danger-full-access' };
  const withAccess = (folders: readonly string[], access: string) =>
    Object.fromEntries(folders.map((one) => [one, access]));
  const common = {
    ':tmpdir': 'write',
    ':slash_tmp': 'read',
    ...withAccess(readable, 'read'),
    ...withAccess(hidden, 'deny'),
  };
  const profile =
    mode === 'exec'
      ? {
          extends: ':workspace',
          filesystem: { ...common, ...withAccess(writable, 'write') },
          network: { enabled: true },
        }
      : { extends: ':read-only', filesystem: common };
  return { default_permissions: 'harness', permissions: { harness: profile } };
}

/** A custom provider, because the built-in one tries WebSocket first. */
const endpoint = (credential: CodexCredential, baseUrl: string | undefined, retries: number) => ({
  name: 'harness',
  wire_api: 'responses',
  // At least one retry: only its announcement tells when the next try may be made (see log).
  request_max_retries: retries,
  stream_max_retries: Math.max(1, retries),
  ...(credential.is === 'login'
    ? { requires_openai_auth: true, ...(baseUrl === undefined ? {} : { base_url: baseUrl }) }
    : { env_key: keyName, base_url: baseUrl ?? ownEndpoint }),
});

/** They ask the user, call home, start other programs, or wait forever for the network. */
const unwanted = [
  ...['apps', 'plugins', 'remote_plugin', 'tool_suggest', 'skill_search', 'hooks', 'goals', 'memories', 'multi_agent'],
  ...['image_generation', 'view_image', 'sleep_tool', 'shell_snapshot', 'worktrees', 'unbounded_connection_retries'],
];

/** Without these only a patch is left, which a read-only folder refuses. */
const tools = ['shell_tool', 'unified_exec'];

const off = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, false]));

/** Writes TOML: one line per key with nested values inline, so that no name is read as a path. */
export const toToml = (config: CodexConfig): string =>
  Object.entries(config)
    .map(([key, value]) => `${quote(key)} = ${formatValue(value)}\n`)
    .join('');

function formatValue(value: Value): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(formatValue).join(', ')}]`;
  const pairs = Object.entries(value).map(([key, one]) => `${quote(key)} = ${formatValue(one)}`);
  return `{ ${pairs.join(', ')} }`;
}

const isList = (value: object): value is readonly Value[] => Array.isArray(value);

/** JSON and TOML escape strings alike, except for DEL. */
const quote = (text: string) => JSON.stringify(text).replaceAll('\u007f', '\\u007f');
