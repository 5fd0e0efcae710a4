/** `harness doctor`: checks everything that a run needs and prints a command that fixes each problem. */
import type { Diagnosis } from '../doctor/diagnosis.ts';
import { browser, disk, git, node } from '../doctor/machine.ts';
import { providers } from '../doctor/providers.ts';
import { config, folder, frozen, ignored, journals, repository } from '../doctor/repository.ts';
import { sandbox } from '../doctor/sandbox.ts';
import { printable } from '../render/printable.ts';
import { type Output, printResult } from '../render/screen.ts';
import { createColours, symbols } from '../render/symbols.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

export async function run({ options, output }: Invocation): Promise<number> {
  const { examined, root } = await repository(resolveRepo(options));
  const checks = [
    node(),
    await git(),
    examined,
    ...(root === undefined ? [] : await examineRepository(root)),
    await sandbox(root),
    browser(process.env),
    ...(await providers(root, process.env)),
  ];
  printResult(output, { checks }, () => checks.map((check) => `${lineOf(check, output)}\n`).join(''));
  return checks.every(({ ok, required }) => ok || !required) ? 0 : 1;
}

/** An invalid configuration cannot say where the freeze file is, so the freeze check is skipped. */
async function examineRepository(root: string): Promise<readonly Diagnosis[]> {
  const read = await config(root);
  return [
    folder(root),
    read,
    ...(read.ok ? [await frozen(root)] : []),
    await journals(root),
    ignored(root),
    disk(root),
  ];
}

function lineOf({ id, ok, required, detail, fix }: Diagnosis, { colour, typed }: Output): string {
  const mark = ok ? 'good' : required ? 'bad' : 'warn';
  const line = `${createColours(colour)[mark](symbols[mark])} ${id.padEnd(18)} ${printable(detail)}`;
  return ok ? line : `${line}\n    ${createColours(colour).dim('fix:')} ${typed(fix)}`;
}
