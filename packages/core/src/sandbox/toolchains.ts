/**
 * Lists the tool folders below a home that stay visible and read-only; the rest of a home is hidden.
 *
 * Of folders that also hold a login (cargo, maven, gem), only the parts with tools are listed.
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

/** Variables that move such a folder elsewhere, except folders that also hold logins. */
export const toolVariables: readonly string[] = [
  ...['NVM_DIR', 'FNM_DIR', 'VOLTA_HOME', 'PNPM_HOME', 'BUN_INSTALL', 'DENO_INSTALL', 'JAVA_HOME', 'JDK_HOME'],
  ...['ANDROID_HOME', 'SDKMAN_DIR', 'GOPATH', 'GOROOT', 'RUSTUP_HOME', 'DOTNET_ROOT', 'FLUTTER_ROOT', 'PYENV_ROOT'],
  ...['VIRTUAL_ENV', 'CONDA_PREFIX', 'RBENV_ROOT', 'ASDF_DIR', 'ASDF_DATA_DIR', 'MAVEN_HOME', 'M2_HOME', 'GRADLE_HOME'],
];

/** Logins to hide in a home that is the repository itself; the rest of it is the work. */
export const loginPaths: readonly string[] = [
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
