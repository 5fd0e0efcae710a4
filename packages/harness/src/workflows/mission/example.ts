/** The demo example of mission. */
import { gitOrThrow } from '@harness/effects/git/command';
import { type Example, type FinishedDemo, headline } from '../../cli/example.ts';
import { openStore } from '../../runs/folder.ts';

export const missionExample: Example = { folder: '4-mission', command: 'mission', tasks: ['SPEC.md'], epilogue };

async function epilogue(demo: FinishedDemo): Promise<readonly string[]> {
  const { repo, launcher, dim } = demo;
  const [run = ''] = await openStore(repo).runs();
  const typed = (about: string, command: string) => `  ${dim(about.padEnd(26))}${command}`;
  return [
    headline(demo, 'merged commits'),
    (await gitOrThrow(repo, ['log', '--first-parent', '--oneline', 'main'])).trimEnd(),
    '',
    headline(demo, 'next steps'),
    typed('open the copy', `cd ${repo}`),
    typed('start the product', 'PORT=3000 npm start'),
    typed('the plan and its claims', 'cat .harness/features.json .harness/validation-contract.md'),
    typed('the mission memory', 'cat .harness/memory/summary.md .harness/memory/MEMORY.md'),
    typed('a documentation page', 'cat docs/features/F-004.md'),
    typed('calls and checks', `${launcher} show ${run}`),
    typed('run your own spec', `${launcher} mission <SPEC.md> --repo <your repository>`),
  ];
}
