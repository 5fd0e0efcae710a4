/** `harness validate`: runs the checks of the repository, and checks the form of the harness's documents. */
import type { Config } from '@harness/core/config/schema';
import { Refusal } from '@harness/core/failure/refusal';
import { exitCodes } from '@harness/core/journal/end';
import { messagesFor } from '@harness/core/messages/index';
import { checkDocuments } from '@harness/effects/validate/documents';
import { refusalWords } from '../render/refusal-words.ts';
import { type Output, printResult } from '../render/screen.ts';
import { describeCheck, describeDocuments, type ValidatedPart, validatedLine } from '../render/validation.ts';
import { requireWorkableRoot } from '../repository/repository.ts';
import { listenForShutdown, ShutdownError } from '../run/shutdown.ts';
import { openRunSandbox } from '../sandbox/open-sandbox.ts';
import { parseAgentFlags } from '../settings/agent-flags.ts';
import { detectRepositoryChecks, listNamedChecks, type NamedCheck } from '../settings/checks.ts';
import { loadConfig } from '../settings/config.ts';
import { createRunSettings } from '../settings/settings.ts';
import { checkCode } from '../validate/check-code.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

export async function run({ options, output: given }: Invocation): Promise<number> {
  const root = await requireWorkableRoot(resolveRepo(options));
  const { config, part } = await readConfig(root, given.language);
  const output = { ...given, language: given.language ?? config?.language };
  const checks = config === null ? [] : listNamedChecks(config, detectRepositoryChecks(root));
  const words = messagesFor(output.language);
  if (config !== null && checks.length === 0)
    throw new Refusal('usage.exact', { detail: words.documents['validate.no-check']({}), command: 'init' });
  const parts: ValidatedPart[] = [];
  const add = (one: ValidatedPart) => {
    parts.push(one);
    if (!output.json) output.say(`${validatedLine(one, output)}\n`);
  };
  const exitCode = config === null ? null : await runAll({ root, config, checks, options, output }, add);
  if (exitCode !== null) return exitCode;
  for (const one of [part, ...checkDocuments(root).map((each) => describeDocuments(each, words))]) add(one);
  const ok = parts.every((one) => one.ok);
  const document = { ok, checks: parts.map(({ tail: _, ...one }) => one) };
  if (output.json) printResult(output, document, () => '');
  return ok ? exitCodes.ok : exitCodes.failed;
}

/** An invalid configuration is red. It cannot say which commands to run, so only the documents are checked. */
async function readConfig(
  root: string,
  language: string | undefined,
): Promise<{ readonly config: Config | null; readonly part: ValidatedPart }> {
  const part = { id: 'configuration', log: null };
  try {
    const config = await loadConfig(root);
    return {
      config,
      part: { ...part, ok: true, detail: messagesFor(language ?? config.language).documents['validate.valid']({}) },
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { config: null, part: { ...part, ok: false, detail: refusalWords(error, language).message } };
  }
}

interface ChecksToRun {
  readonly root: string;
  readonly config: Config;
  readonly checks: readonly NamedCheck[];
  readonly options: Invocation['options'];
  readonly output: Output;
}

/** Returns the exit code of an interrupt; `null` if all checks ran. */
async function runAll(
  { root, config, checks, options, output }: ChecksToRun,
  add: (part: ValidatedPart) => void,
): Promise<number | null> {
  const flags = parseAgentFlags(options);
  const settings = createRunSettings({ config, flags, root, workflow: 'validate', task: '' });
  const sandbox = await openRunSandbox(root, settings, output);
  const shutdown = listenForShutdown(() => output.tell('stopping the checks\n'));
  const words = messagesFor(output.language);
  try {
    await checkCode({ root, config, checks, sandbox, signal: shutdown.signal }, (id, check) =>
      add(describeCheck(id, check, words)),
    );
    return null;
  } catch (error) {
    if (error instanceof ShutdownError) return error.exitCode;
    throw error;
  } finally {
    shutdown.close();
  }
}
