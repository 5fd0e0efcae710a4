/**
 * Decides which files of a commit an installation of packages depends on, besides the lock files.
 *
 * A package manager runs code of the repository: scripts such as `postinstall`, native builds, and hooks of its own
 * settings. An agent could use them to change the installed packages, so an installation is used again only for files
 * that cannot. Of files with settings, only those with known harmless settings cannot.
 */

import { parseJson } from '../text/json.ts';

/** Harmless settings: they choose packages and servers, and name no program. */
const npmSettings = [
  ...[
    'registry',
    'save-exact',
    'save-prefix',
    'engine-strict',
    'legacy-peer-deps',
    'strict-peer-deps',
    'fund',
    'audit',
  ],
  ...[
    'package-lock',
    'lockfile-version',
    'install-links',
    'install-strategy',
    'ignore-scripts',
    'loglevel',
    'progress',
  ],
  ...['always-auth', 'strict-ssl', 'access', 'auto-install-peers', 'strict-peer-dependencies', 'shamefully-hoist'],
  ...['node-linker', 'hoist', 'prefer-workspace-packages', 'link-workspace-packages', 'resolution-mode'],
  ...['prefer-frozen-lockfile', 'save-workspace-protocol', 'dedupe-peer-dependents', 'update-notifier', 'provenance'],
];
const login = String.raw`//[^=\s]+:(_authToken|_auth|_password|username|email)`;
const npmSetting = new RegExp(
  String.raw`^\s*($|[#;]|(${npmSettings.join('|')}|@[\w.-]+:registry|(public-)?hoist-pattern\[\]|${login})\s*(=|$))`,
);

/** Keys start a line, and the lines below them only list packages. */
const pnpmKey = /^(packages|catalogs?|overrides|(onlyBuilt|ignoredBuilt)Dependencies)\s*:/;
const pnpmLine = new RegExp(String.raw`^(\s|- )|${pnpmKey.source}`);

const lifecycle = /^((pre|post)?(install|prepare|prepublish|pack|rebuild|dependencies)|pnpm:devPreinstall)$/;

/** Whether an installation runs the script of this name. */
export const isLifecycleScript = (name: string): boolean => lifecycle.test(name);

/** A package of the repository itself, which may be copied. */
const localPackage = /^((file|portal|exec):|\.|\/|~\/)/;

const linesOf = (text: string) => text.split(/\r\n?|\n/);

function pnpmRunsCode(text: string): boolean {
  const lines = linesOf(text).filter((line) => !/^\s*(#|$)/.test(line));
  const [first] = lines;
  return first !== undefined && !(pnpmKey.test(first) && lines.every((line) => pnpmLine.test(line)));
}

function manifestRunsCode(text: string): boolean {
  const manifest = parseJson(text);
  if (typeof manifest !== 'object' || manifest === null) return true; // unreadable: assume the worst
  const rows = Object.entries(manifest).filter(([, value]) => typeof value === 'object' && value !== null);
  return rows.some(([field, values]: [string, object]) =>
    field === 'scripts'
      ? Object.keys(values).some(isLifecycleScript)
      : /dependencies$/i.test(field) && Object.values(values).some((version) => localPackage.test(String(version))),
  );
}

/** Whether an installation runs code of the repository because of a file with this text. */
type RunsCode = (text: string) => boolean;
const always: RunsCode = () => true;
const never: RunsCode = () => false;

const inputs: ReadonlyMap<string, RunsCode> = new Map([
  ['package.json', manifestRunsCode],
  ['.npmrc', (text) => !linesOf(text).every((line) => npmSetting.test(line))],
  ['pnpm-workspace.yaml', pnpmRunsCode],
  ...['composer.json', 'Gemfile', 'mix.exs'].map((name): [string, RunsCode] => [name, never]), // only copied
  ...[
    ...['binding.gyp', 'bunfig.toml', '.yarnrc', '.yarnrc.yml'],
    ...['.pnpmfile.cjs', '.pnpmfile.mjs', 'pnpmfile.js'],
  ].map((name): [string, RunsCode] => [name, always]),
]);

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

export const isInstallInput = (path: string): boolean => inputs.has(nameOf(path));

/** Whether an installation runs code of the repository; `text` is the content of the file. */
export const runsRepositoryCode = (path: string, text: string): boolean => inputs.get(nameOf(path))?.(text) ?? false;
