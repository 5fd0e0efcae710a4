/**
 * Lists the add-ons: packages that are no part of the installed harness, and that `harness provider add` installs.
 *
 * Each has the version that the harness is tested with. A clone has all of them in its `node_modules`.
 */

interface AddOn {
  /** Exact versions by package name. The first package is the one that the harness loads. */
  readonly packages: Readonly<Record<string, string>>;
  /** False if its optional packages with programs are left out: the user has the program already. */
  readonly hasPrograms: boolean;
  readonly megabytes: number;
}

const table = {
  claude: { packages: { '@anthropic-ai/claude-agent-sdk': '0.3.325' }, hasPrograms: false, megabytes: 5 },
  esbuild: { packages: { esbuild: '0.28.2' }, hasPrograms: true, megabytes: 11 },
  browser: { packages: { 'playwright-core': '1.65.0' }, hasPrograms: true, megabytes: 14 },
  languages: {
    packages: { 'web-tree-sitter': '0.27.1', '@vscode/tree-sitter-wasm': '0.3.1' },
    hasPrograms: true,
    megabytes: 24,
  },
} as const satisfies Readonly<Record<string, AddOn>>;

export type AddOnName = keyof typeof table;

export const addOns: Readonly<Record<AddOnName, AddOn>> = table;

export const addOnNames = Object.keys(addOns) as readonly AddOnName[];

export const addOnCommand = (name: AddOnName): string => `harness provider add ${name}`;

export const mainPackage = (name: AddOnName): string => Object.keys(addOns[name].packages)[0] ?? '';
