/** `harness trust`: accepts configuration, hooks and instructions of agents that changed while an agent could write to the checkout. */
import { messagesFor } from '@harness/core/messages/index';
import type { Messages } from '@harness/core/messages/messages';
import { acceptFiles, findChangedFiles, findWrittenDocuments } from '@harness/effects/trust/exposure';
import { printResult } from '../render/screen.ts';
import { findRepositoryRoot } from '../repository/repository.ts';
import { configImports } from '../settings/config-imports.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

export async function run({ options, output }: Invocation): Promise<number> {
  const root = findRepositoryRoot(resolveRepo(options));
  const obeyed = await findChangedFiles(root, () => configImports(root));
  const accepted = [...new Set([...obeyed, ...(await findWrittenDocuments(root))])].sort();
  acceptFiles(root);
  const { trust } = messagesFor(output.language);
  return printResult(output, { accepted }, () => describe(accepted, trust));
}

function describe(files: readonly string[], words: Messages['trust']): string {
  if (files.length === 0) return `${words.unchanged({})}\n`;
  const lines = files.map((file) => `  ${file}\n`).join('');
  return `${words.accepted({})}\n${lines}`;
}
