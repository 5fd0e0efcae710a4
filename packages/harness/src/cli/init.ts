/** `harness init`: writes the detected commands to `harness.config.json`, where the user can review and change them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonSchema } from '@harness/core/config/json-schema';
import { Refusal } from '@harness/core/failure/refusal';
import { defaultProvider } from '@harness/core/providers/list';
import { acceptFiles } from '@harness/effects/trust/exposure';
import { refuseUnwritableSync } from '@harness/engine/store/durable-file';
import { settingOptions } from '../providers/provider-settings.ts';
import { printResult } from '../render/screen.ts';
import { findRepositoryRoot } from '../repository/repository.ts';
import { prepareHarnessFolder } from '../runs/folder.ts';
import { parseAgentFlags } from '../settings/agent-flags.ts';
import { detectRepositoryChecks } from '../settings/checks.ts';
import { findConfigPath } from '../settings/config-path.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

const schemaPath = '.harness/harness.config.schema.json';

export async function run({ options, output }: Invocation): Promise<number> {
  const { provider = defaultProvider, ...flags } = parseAgentFlags(options);
  const written = settingOptions.flatMap(({ setting }) =>
    flags[setting] === undefined ? [] : [[setting, flags[setting]]],
  );
  const root = findRepositoryRoot(resolveRepo(options));
  const existing = findConfigPath(root);
  // `--force` replaces JSON only: a configuration written as code is the user's work.
  const isCode = existing?.endsWith('.json') === false;
  if (existing !== undefined && (isCode || options['force'] !== true))
    throw new Refusal('config.exists', { path: existing });

  const { language, build, test, lint, typecheck, e2e } = detectRepositoryChecks(root);
  const whole = (command: string | null) => command?.replaceAll('{scope}', '.') ?? null;
  const config = {
    $schema: `./${schemaPath}`,
    agent: { provider, ...Object.fromEntries(written) },
    checks: { build: whole(build), test: whole(test), lint: whole(lint), typecheck: whole(typecheck) },
    ...(e2e === null ? {} : { e2e: { command: e2e } }),
  };
  prepareHarnessFolder(root);
  put(join(root, schemaPath), jsonSchema());
  const path = join(root, 'harness.config.json');
  put(path, config);
  acceptFiles(root); // the user asked for this file
  const detected = Object.entries({ language, ...config.checks, e2e });
  const lines = detected.map(([name, value]) => `  ${name.padEnd(10)} ${value ?? 'none'}\n`).join('');
  const next = output.typed('harness doctor');
  return printResult(output, { path, language, config }, () => `${lines}  wrote ${path}\n  next: ${next}\n`);
}

function put(path: string, value: unknown): void {
  refuseUnwritableSync(path, () => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`));
}
