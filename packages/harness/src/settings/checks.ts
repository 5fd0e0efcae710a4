/** Finds the commands that check the work: the configured ones, otherwise the detected ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Checks, detectChecks, inspectedFiles, type RootFiles } from '@harness/core/checks/detect';
import type { Config } from '@harness/core/config/schema';
import { readJson } from '@harness/engine/store/durable-file';

export const detectRepositoryChecks = (root: string): Checks => detectChecks(rootFiles(root));

export interface NamedCheck {
  readonly id: 'build' | 'typecheck' | 'lint' | 'test';
  readonly command: string;
}

/** In the configuration, `null` means no command and a missing key means the detected one. */
export function listNamedChecks({ checks }: Pick<Config, 'checks'>, found: Checks): readonly NamedCheck[] {
  const own = (word: RegExp) => found.own.find((command) => word.test(command)) ?? null;
  const detected = { build: found.build, typecheck: own(/type/), lint: own(/lint/), test: found.test };
  const ids = ['build', 'typecheck', 'lint', 'test'] as const;
  return ids.flatMap((id) => {
    const command = checks[id] === undefined ? detected[id] : checks[id];
    return command === null ? [] : [{ id, command }];
  });
}

export const resolveChecks = (config: Pick<Config, 'checks'>, found: Checks): readonly string[] =>
  listNamedChecks(config, found).map(({ command }) => command);

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
