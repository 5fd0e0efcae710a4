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
  const branches = await gitOrThrow(repo, ['branch', '--list', 'harness/*', '--format=%(refname:short)']);
  const [branch = ''] = branches.split('\n');
  const runs = await store.runs();
  // The id of a run starts with the name of its branch; an example may have runs without a branch.
  const run = runs.find((id) => id.startsWith(branch.slice('harness/'.length))) ?? runs[0] ?? '';
  const { family } = await readRun(store, run);
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
