/** Finds the commands that check the work: the configured ones, otherwise the detected ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Checks, detectChecks, inspectedFiles, type RootFiles } from '@harness/core/checks/detect';
import type { Config } from '@harness/core/config/schema';
import { readJson } from '@harness/engine/store/durable-file';

export const detectRepositoryChecks = (root: string): Checks => detectChecks(rootFiles(root));

/** In the configuration, `null` means no command and a missing key means the detected one. */
export function resolveChecks({ checks }: Pick<Config, 'checks'>, found: Checks): readonly string[] {
  const own = (word: RegExp) => found.own.find((command) => word.test(command)) ?? null;
  const pick = (configured: string | null | undefined, other: string | null) =>
    configured === undefined ? other : configured;
  return [
    pick(checks.build, found.build),
    pick(checks.typecheck, own(/type/)),
    pick(checks.lint, own(/lint/)),
    pick(checks.test, found.test),
  ].filter((command): command is string => command !== null);
}

/** Files that detection reads. An invalid package.json has no scripts; a check that needs it will fail with details. */
function rootFiles(root: string): RootFiles {
  const names = readdirSync(root);
  const present = inspectedFiles.filter((name) => existsSync(join(root, name)));
  const texts = Object.fromEntries(present.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
  return { names, texts, scripts: names.includes('package.json') ? scriptsIn(join(root, 'package.json')) : {} };
}

function scriptsIn(path: string): Readonly<Record<string, string>> {
  const found = readJson(readFileSync(path, 'utf8')) as { readonly scripts?: Record<string, string> } | undefined;
  return found?.scripts ?? {};
}
