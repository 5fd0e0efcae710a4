/** The demo example of the issue loop. */
import type { LoopView } from '@harness/core/issue-loop/document';
import { foldJournal } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import { type IssueState, issueMachine } from '@harness/core/workflows/issues/issue/job';
import { loopView } from '@harness/core/workflows/issues/view';
import { gitOrThrow } from '@harness/effects/git/command';
import { readRunTree } from '@harness/engine/run-tree';
import { type Example, type FinishedDemo, headline } from '../../cli/example.ts';
import { truncateToColumns } from '../../render/printable.ts';
import { openStore } from '../../runs/folder.ts';

export const issuesExample: Example = { folder: '7-issues', command: 'issues', tasks: ['start'], epilogue };

async function epilogue(demo: FinishedDemo): Promise<readonly string[]> {
  const { repo, launcher, dim } = demo;
  const store = openStore(repo);
  const [run = ''] = (await store.runs()).filter((name) => !name.includes('.'));
  const [own, ...children] = await readRunTree(store, run);
  const tree: RunTree | null = own === undefined ? null : [own, ...children];
  const loop = tree && loopView(tree);
  const typed = (about: string, command: string) => `  ${dim(about.padEnd(26))}${command}`;
  const [failed = ''] = loop?.failed ?? [];
  const [skipped = ''] = loop?.skipped ?? [];
  return [
    headline(demo, 'the issues'),
    ...(tree && loop ? await issueLines(repo, tree, loop) : []),
    ...(tree ? openedLines(tree) : []),
    '',
    headline(demo, 'next steps'),
    typed('open the copy', `cd ${repo}`),
    typed('why an issue was undone', `cat .harness/issues/${failed}.md`),
    typed('questions for you', `cat .harness/issues/${skipped}.md`),
    typed('commits and their proof', 'git log'),
    typed('the work that was undone', `git log --all --grep "Issue: ${failed}" --patch`),
    typed('the state of the loop', `${launcher} issues status`),
    typed('the specs', 'cat subsystems_knowledge/library/*.yaml'),
    typed('a proposal for you', 'cat compound-discoveries/*.md'),
    typed('calls and checks', `${launcher} show ${run}`),
    `  ${dim('work on your own issues, in your repository')}`,
    `    ${launcher} issues start --project <project>`,
  ];
}

type Started = Extract<IssueState, { readonly at: 'opening' }>;

async function issueLines(repo: string, tree: RunTree, loop: LoopView): Promise<readonly string[]> {
  const log = await gitOrThrow(repo, ['log', '--format=%b', 'main']);
  const commits = [...log.matchAll(/^Issue: (.+)$/gm)].map(([, issue]) => issue);
  const started = tree.flatMap(({ entries: [first] }) =>
    first?.type === 'started' && first.machine === issueMachine ? [first] : [],
  );
  return started
    .sort((one, other) => one.atMs - other.atMs)
    .map(({ state }) => {
      const { id, title } = (state as Started).job.issue;
      const own = commits.filter((issue) => issue === id).length;
      return lineOf(id, outcome(id, loop, own), title);
    });
}

/** The issues that the loop opened itself. */
const openedLines = (tree: RunTree): readonly string[] =>
  tree
    .flatMap(({ entries }) => {
      const { state } = foldJournal(entries);
      return 'opened' in state ? (state.opened as readonly string[]) : [];
    })
    .map((id) => lineOf(id, 'opened by the loop', 'waits for you'));

/** A title that does not fit is cut, so that the columns stay. */
function lineOf(id: string, what: string, title: string): string {
  const width = process.stdout.columns ?? Number.POSITIVE_INFINITY;
  return truncateToColumns(`  ${id.padEnd(8)}${what.padEnd(32)}${title}`, width);
}

function outcome(id: string, { completed, failed }: LoopView, commits: number): string {
  if (completed.includes(id)) return `done, ${commits} ${commits === 1 ? 'commit' : 'commits'}`;
  return failed.includes(id) ? 'undone, and left to you' : 'skipped, with questions for you';
}
