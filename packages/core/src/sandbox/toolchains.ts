/**
 * Where tools live below a home. They stay visible, read-only; everything else of a home is hidden.
 *
 * A folder that also holds a login (of cargo, of maven, of gem) is not shown as a whole, only what of it holds tools.
 */
import { allFacts } from '../providers/providers.ts';

export const toolFolders: readonly string[] = [
  ...['.nvm', '.fnm', '.local/share/fnm', '.local/state/fnm_multishells', '.volta', '.n', 'n', '.nodenv', '.nodebrew'],
  ...['.bun/bin', '.bun/install/global', '.deno/bin', '.local/share/pnpm', '.npm-global', '.npm-packages', '.yarn/bin'],
  ...['.asdf', '.local/share/mise', '.proto', '.sdkman', '.jenv', '.nix-profile', '.local/state/nix'],
  ...['.cargo/bin', '.cargo/env', '.cargo/registry', '.cargo/git', '.rustup'],
  ...['go', '.go', '.gvm', 'sdk', '.goenv'],
  ...[
    '.pyenv',
    '.local/share/uv',
    '.local/share/pipx',
    '.rye/shims',
    '.rye/py',
    'miniconda3',
    'anaconda3',
    'mambaforge',
  ],
  ...['.rbenv', '.rvm', '.gem/ruby', '.local/share/gem'],
  ...['.m2/repository', '.m2/wrapper', '.gradle/wrapper', '.gradle/caches', '.dotnet', '.nuget/packages'],
  ...['.ghcup', '.cabal/bin', '.opam', '.elan', '.swiftly', '.juliaup', '.julia', '.pub-cache', '.fvm', 'flutter'],
  ...['.composer/vendor', '.config/composer/vendor', '.mix', '.hex', '.cache/rebar3', '.luarocks', '.foundry/bin'],
  ...['.cache/ms-playwright', '.cache/puppeteer', '.cache/Cypress', '.cache/node/corepack'],
  ...allFacts.flatMap(({ programFolders = [] }) => programFolders),
];

/** Variables that name such a folder elsewhere. Those of folders that hold logins too are not among them. */
export const toolVariables: readonly string[] = [
  ...['NVM_DIR', 'FNM_DIR', 'VOLTA_HOME', 'PNPM_HOME', 'BUN_INSTALL', 'DENO_INSTALL', 'JAVA_HOME', 'JDK_HOME'],
  ...['ANDROID_HOME', 'SDKMAN_DIR', 'GOPATH', 'GOROOT', 'RUSTUP_HOME', 'DOTNET_ROOT', 'FLUTTER_ROOT', 'PYENV_ROOT'],
  ...['VIRTUAL_ENV', 'CONDA_PREFIX', 'RBENV_ROOT', 'ASDF_DIR', 'ASDF_DATA_DIR', 'MAVEN_HOME', 'M2_HOME', 'GRADLE_HOME'],
];

/** Of a home that is the repository itself only these are hidden: the work is among the rest. */
export const loginPlaces: readonly string[] = [
  ...['.ssh', '.aws', '.azure', '.gnupg', '.kube', '.docker', '.config', '.password-store'],
  ...allFacts.flatMap(({ loginFolders = [] }) => loginFolders),
  ...[
    '.local/share/keyrings',
    '.mozilla',
    '.netrc',
    '.npmrc',
    '.pypirc',
    '.git-credentials',
    '.pgpass',
    '.vault-token',
  ],
  ...[
    '.cargo/credentials',
    '.cargo/credentials.toml',
    '.gem/credentials',
    '.m2/settings.xml',
    '.gradle/gradle.properties',
  ],
  ...['.terraform.d', '.bash_history', '.zsh_history', '.node_repl_history', '.python_history'],
];
