/** `harness init`: writes down what was detected, so that it can be read, changed and committed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonSchema } from '@harness/core/config/json-schema';
import { Refusal } from '@harness/core/refusal';
import { onDisk } from '@harness/engine/store/folder';
import { detected } from '../checks.ts';
import { configPath } from '../config.ts';
import { flagsIn } from '../flags.ts';
import { prepareFolder } from '../folder.ts';
import { rootAround } from '../repository.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

const schemaPath = '.harness/harness.config.schema.json';

export async function run({ options, output }: Invocation): Promise<number> {
  const { provider = 'claude', acp } = flagsIn(options);
  const root = rootAround(repoOf(options));
  const there = configPath(root);
  // Code that somebody wrote is never replaced by data, whatever the flag says.
  const isCode = there?.endsWith('.json') === false;
  if (there !== undefined && (isCode || options['force'] !== true)) throw new Refusal('config.exists', { path: there });

  const { language, build, test, lint, typecheck, e2e } = detected(root);
  const whole = (command: string | null) => command?.replaceAll('{scope}', '.') ?? null;
  const config = {
    $schema: `./${schemaPath}`,
    agent: { provider, ...(acp === undefined ? {} : { acp }) },
    checks: { build: whole(build), test: whole(test), lint: whole(lint), typecheck: whole(typecheck) },
    ...(e2e === null ? {} : { e2e: { command: e2e } }),
  };
  prepareFolder(root);
  put(join(root, schemaPath), jsonSchema());
  const path = join(root, 'harness.config.json');
  put(path, config);
  if (output.json) output.say(`${JSON.stringify({ version: 1, path, language, config })}\n`);
  else
    output.say(`${found(language, config.checks, e2e)}\n  wrote ${path}\n  next: ${output.typed('harness doctor')}\n`);
  return 0;
}

function put(path: string, value: unknown): void {
  onDisk(path, () => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`));
}

/** What was found, a line each; a check that is missing is worth a word. */
function found(language: string, checks: Readonly<Record<string, string | null>>, e2e: string | null): string {
  const rows = Object.entries({ language, ...checks, e2e });
  return rows.map(([name, value]) => `  ${name.padEnd(10)} ${value ?? 'none'}`).join('\n');
}
