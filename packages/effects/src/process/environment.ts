/** Builds the environment of a child process from an allow-list. Keys are not on it. */

const names = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'TERM', 'CI', 'NO_COLOR'],
  ...['NODE_ENV', 'NVM_DIR', 'FNM_DIR', 'VOLTA_HOME', 'PNPM_HOME', 'BUN_INSTALL', 'DENO_DIR', 'DENO_INSTALL'],
  ...[
    'JAVA_HOME',
    'JDK_HOME',
    'M2_HOME',
    'MAVEN_HOME',
    'GRADLE_HOME',
    'GRADLE_USER_HOME',
    'ANDROID_HOME',
    'SDKMAN_DIR',
  ],
  ...['GOPATH', 'GOROOT', 'GOBIN', 'GOCACHE', 'GOMODCACHE', 'CARGO_HOME', 'RUSTUP_HOME', 'DOTNET_ROOT', 'FLUTTER_ROOT'],
  ...[
    'PYENV_ROOT',
    'PYTHONPATH',
    'VIRTUAL_ENV',
    'CONDA_PREFIX',
    'RBENV_ROOT',
    'GEM_HOME',
    'GEM_PATH',
    'ASDF_DIR',
    'ASDF_DATA_DIR',
  ],
  ...['HOMEBREW_PREFIX', 'NIX_PATH', 'NIX_PROFILES', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'],
]);
const families = ['LC_', 'XDG_'];

const passes = (name: string) => names.has(name) || families.some((prefix) => name.startsWith(prefix));

/** `extra` is added and overrides. */
export function childEnvironment(
  source: NodeJS.ProcessEnv,
  extra: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
  const passed = Object.entries(source).filter(([name, value]) => value !== undefined && passes(name));
  const environment: NodeJS.ProcessEnv = { ...Object.fromEntries(passed), ...extra };
  const path = extra['PATH'] ?? source['PATH'];
  return path === undefined ? environment : { ...environment, PATH: isFromNpm(source) ? withoutNpm(path) : path };
}

/** For a program with its own home: XDG variables name folders in the user's, where programs look for settings. */
export const privateEnvironment = (
  source: NodeJS.ProcessEnv,
  extra: Readonly<Record<string, string>>,
  passed: readonly string[] = [],
): Record<string, string> => {
  const variables = Object.entries(childEnvironment(source, extra)) as [string, string][];
  return Object.fromEntries(variables.filter(([name]) => !name.startsWith('XDG_') || passed.includes(name)));
};

const isFromNpm = (source: NodeJS.ProcessEnv) => Object.keys(source).some((name) => name.startsWith('npm_'));

/** `npm start` puts our own tools first on PATH: the target repository must be checked with its own. */
const withoutNpm = (path: string) =>
  path
    .split(':')
    .filter((folder) => !/^\/(.*\/)?(node_modules\/\.bin|node-gyp-bin)\/?$/.test(folder))
    .join(':');
