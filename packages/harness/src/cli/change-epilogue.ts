/** Describes the change that an example of `harness demo` left on a branch, and the commands to type next. */
import { gitOrThrow } from '@harness/effects/git/command';
import { logLines } from '../render/plain.ts';
import { openStore } from '../runs/folder.ts';
import { readRun } from '../runs/read-runs.ts';
import { type FinishedDemo, headline } from './example.ts';

/** `command` ran the example; `showsJournal` is true if its journal is short enough to be printed. */
export async function describeChange(
  demo: FinishedDemo,
  { command, showsJournal }: { readonly command: string; readonly showsJournal: boolean },
): Promise<readonly string[]> {
  const { repo, launcher, messages } = demo;
  const store = openStore(repo);
  const [run = ''] = await store.runs();
  const { family } = await readRun(store, run);
  const branches = await gitOrThrow(repo, ['branch', '--list', 'harness/*', '--format=%(refname:short)']);
  const [branch = ''] = branches.split('\n');
  return [
    headline(demo, 'the change'),
    (await gitOrThrow(repo, ['diff', `main...${branch}`])).trimEnd(),
    '',
    ...(showsJournal ? [headline(demo, 'the journal'), ...logLines(family, messages), ''] : []),
    headline(demo, 'next steps'),
    `  cd ${repo}`,
    `  git switch main && git merge ${branch}`,
    `  ${launcher} ${showsJournal ? 'show' : 'logs'} ${run}`,
    `  ${launcher} ${command} "<what you want>" --repo <your repository> --script <file>`,
  ];
}
