/** `harness context add <file>`: puts something down for the agents, and says for whom. */
import { basename, extname } from 'node:path';
import { messagesFor } from '@harness/core/messages/index';
import { maxDropCharacters } from '@harness/core/plans/context';
import { Refusal } from '@harness/core/refusal';
import { slug } from '@harness/core/slug';
import {
  defaultContextDir,
  dropSources,
  dropText,
  phases,
  type Scope,
  scopeOf,
  scopeText,
} from '@harness/core/sources/context-drop';
import { Outside } from '@harness/effects/checkout/work';
import { maxDropBytes, putDrop } from '@harness/effects/plans/drops';
import { configFor } from '../config.ts';
import { textAnywhere } from '../plans/input-file.ts';
import { quoted } from '../quoted.ts';
import { rootAround } from '../repository.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

export async function run({ args: [action, given = ''], options, output }: Invocation): Promise<number> {
  if (action !== 'add') throw invalid(`context can only add, not "${action}"`);
  const scope = scopeIn((options['phase'] as string | undefined) ?? 'all');
  const source = sourceIn((options['source'] as string | undefined) ?? 'other');
  const root = rootAround(repoOf(options));
  const config = await configFor(root, {}, process.env);
  const text = textAnywhere(given, { command: 'context', maxBytes: maxDropBytes });
  const contextDir = config.contextDir ?? defaultContextDir;
  const stem = slug(basename(given, extname(given)));
  const path = await putDrop(root, contextDir, stem, dropText({ scope, source, text })).catch(outside);
  const isLong = [...text].length > maxDropCharacters;
  const { context: words } = messagesFor(output.language ?? config.language);
  const drop = { path, scope: scopeText(scope), source, maximum: maxDropCharacters, isCut: isLong };
  if (output.json) output.say(`${JSON.stringify({ version: 1, drop })}\n`);
  else {
    output.say(`${words.added({ path, target: scopeText(scope) })}\n`);
    if (isLong) output.say(`${words.tooLong({ maximum: maxDropCharacters })}\n`);
    const commit = [`add -- ${quoted(path)}`, 'commit -m "Add context"'].map(output.typedGit).join(' && ');
    output.say(`  commit it: ${commit}\n`);
  }
  return 0;
}

function scopeIn(said: string): Scope {
  const scope = scopeOf(said);
  if (scope !== null) return scope;
  throw invalid(`--phase takes all, run:<four digits> or one of ${phases.join(', ')}, not "${said}"`);
}

function sourceIn(said: string) {
  const source = dropSources.find((one) => one === said);
  if (source !== undefined) return source;
  throw invalid(`--source takes one of ${dropSources.join(', ')}, not "${said}"`);
}

const invalid = (detail: string) => new Refusal('usage.invalid', { detail, command: 'context' });

function outside(error: unknown): never {
  if (!(error instanceof Outside)) throw error;
  throw new Refusal('input.outside', { path: error.path, command: 'context' });
}
