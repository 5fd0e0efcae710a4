/** The demo example of the issue loop. */
import { gitOrThrow } from '@harness/effects/git/command';
import { type Example, type FinishedDemo, headline } from '../../cli/example.ts';
import { openStore } from '../../runs/folder.ts';

export const issuesExample: Example = { folder: '7-issues', command: 'issues', tasks: ['start'], epilogue };

async function epilogue(demo: FinishedDemo): Promise<readonly string[]> {
  const { repo, launcher, dim } = demo;
  const [run = ''] = (await openStore(repo).runs()).filter((name) => !name.includes('.'));
  const typed = (about: string, command: string) => `  ${dim(about.padEnd(26))}${command}`;
  return [
    headline(demo, 'commits of the issues'),
    (await gitOrThrow(repo, ['log', '--oneline', 'main'])).trimEnd(),
    '',
    headline(demo, 'next steps'),
    typed('open the copy', `cd ${repo}`),
    typed('calls and checks', `${launcher} show ${run}`),
  ];
}
