/** `harness doctor`: checks everything that a run needs and prints a command that fixes each problem. */
import type { Diagnosis } from '../doctor/diagnosis.ts';
import { checkForge } from '../doctor/forge.ts';
import { browser, checkDisk, checkGit, checkLanguages, checkNode } from '../doctor/machine.ts';
import { checkProviders } from '../doctor/providers.ts';
import { checkFolder, checkJournals, checkRepository, config, frozen, ignored, specs } from '../doctor/repository.ts';
import { checkSandbox } from '../doctor/sandbox.ts';
import { checkTracker } from '../doctor/tracker.ts';
import { printable } from '../render/printable.ts';
import { type Output, printResult } from '../render/screen.ts';
import { createColours, symbols } from '../render/symbols.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

export async function run({ options, output }: Invocation): Promise<number> {
  const { examined, root } = await checkRepository(resolveRepo(options));
  const checks = [
    checkNode(),
    await checkGit(),
    examined,
    ...(root === undefined ? [] : await examineRepository(root)),
    await checkSandbox(root),
    browser(process.env),
    checkLanguages(),
    ...(await checkProviders(root, process.env)),
  ];
  printResult(output, { checks }, () => checks.map((check) => `${lineOf(check, output)}\n`).join(''));
  const failed = checks.filter(({ ok, required }) => required && !ok);
  // An invalid configuration has the same exit code in every command.
  return failed.length === 0 ? 0 : failed.some(({ id }) => id === 'config') ? 2 : 1;
}

/** An invalid configuration cannot say where the freeze file is, so the freeze check is skipped. */
async function examineRepository(root: string): Promise<readonly Diagnosis[]> {
  const read = await config(root);
  const examined = specs(root);
  return [
    checkFolder(root),
    read,
    ...(read.ok ? [await frozen(root)] : []),
    await checkJournals(root),
    ignored(root),
    ...(examined === undefined ? [] : [examined]),
    await checkForge(root, process.env),
    ...(await checkTracker(root, process.env)),
    checkDisk(root),
  ];
}

function lineOf({ id, ok, required, detail, fix }: Diagnosis, { colour, typed }: Output): string {
  const mark = ok ? 'good' : required ? 'bad' : 'warn';
  const line = `${createColours(colour)[mark](symbols[mark])} ${id.padEnd(18)} ${printable(detail)}`;
  return ok ? line : `${line}\n    ${createColours(colour).dim('fix:')} ${typed(fix)}`;
}
