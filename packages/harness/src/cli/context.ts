/** `harness context add <file>`: adds a file as context for the agents of a phase. */
import { basename, extname } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import {
  type ContextScope,
  contextFileText,
  contextPhases,
  contextSources,
  defaultContextDir,
  parseScope,
  scopeText,
} from '@harness/core/input-files/context-file';
import { messagesFor } from '@harness/core/messages/index';
import { maxContextFileCharacters } from '@harness/core/plans/context';
import { slug } from '@harness/core/text/slug';
import { OutsideCheckoutError } from '@harness/effects/checkout/context';
import { addContextFile, maxContextFileBytes } from '@harness/effects/plans/context-files';
import { readUserFile } from '../plans/input-file.ts';
import { printResult } from '../render/screen.ts';
import { shellQuote } from '../render/shell-quote.ts';
import { findRepositoryRoot } from '../repository/repository.ts';
import { loadConfig } from '../settings/config.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

export async function run({ args: [action, given = ''], options, output }: Invocation): Promise<number> {
  if (action !== 'add') throw invalid(`the only action of context is add, not "${action}"`);
  const scope = parseScopeOption((options['phase'] as string | undefined) ?? 'all');
  const source = parseSourceOption((options['source'] as string | undefined) ?? 'other');
  const root = findRepositoryRoot(resolveRepo(options));
  const config = await loadConfig(root);
  const text = readUserFile(given, { command: 'context', maxBytes: maxContextFileBytes });
  const contextDir = config.contextDir ?? defaultContextDir;
  const stem = slug(basename(given, extname(given)));
  const path = await addContextFile(root, contextDir, stem, contextFileText({ scope, source, text })).catch(
    refuseOutsidePath,
  );
  const isLong = [...text].length > maxContextFileCharacters;
  const { documents: words } = messagesFor(output.language ?? config.language);
  const drop = { path, scope: scopeText(scope), source, maximum: maxContextFileCharacters, isCut: isLong };
  const commit = [`add -- ${shellQuote(path)}`, 'commit -m "Add context"'].map(output.typedGit).join(' && ');
  const lines = [
    words['context.added']({ path, target: drop.scope }),
    ...(isLong ? [words['context.too-long']({ maximum: maxContextFileCharacters })] : []),
    `  commit it: ${commit}`,
  ];
  return printResult(output, { drop }, () => `${lines.join('\n')}\n`);
}

function parseScopeOption(value: string): ContextScope {
  const scope = parseScope(value);
  if (scope !== null) return scope;
  throw invalid(`--phase must be all, run:<four digits> or one of ${contextPhases.join(', ')}, not "${value}"`);
}

function parseSourceOption(value: string) {
  const source = contextSources.find((one) => one === value);
  if (source !== undefined) return source;
  throw invalid(`--source must be one of ${contextSources.join(', ')}, not "${value}"`);
}

const invalid = (detail: string) => new Refusal('usage.invalid', { detail, command: 'context' });

function refuseOutsidePath(error: unknown): never {
  if (!(error instanceof OutsideCheckoutError)) throw error;
  throw new Refusal('input.outside', { path: error.path, command: 'context' });
}
