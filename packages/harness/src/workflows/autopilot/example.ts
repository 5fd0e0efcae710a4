/** The demo example of autopilot. */
import { gitOrThrow } from '@harness/effects/git/command';
import { type Example, type FinishedDemo, headline } from '../../cli/example.ts';
import { openStore } from '../../runs/folder.ts';

const specPath = 'docs/changes/shop/proposal.md';

export const autopilotExample: Example = { folder: '6-autopilot', command: 'autopilot', tasks: [specPath], epilogue };

async function epilogue(demo: FinishedDemo): Promise<readonly string[]> {
  const { repo, launcher, dim } = demo;
  const [run = ''] = (await openStore(repo).runs()).filter((name) => !name.includes('.'));
  const typed = (about: string, command: string) => `  ${dim(about.padEnd(26))}${command}`;
  const session = '.harness/sessions/changes--shop--proposal';
  return [
    headline(demo, 'commits of the session'),
    (await gitOrThrow(repo, ['log', '--oneline', 'main'])).trimEnd(),
    '',
    headline(demo, 'next steps'),
    typed('open the copy', `cd ${repo}`),
    typed('the state and decisions', `cat ${session}/autopilot-state.json`),
    typed('the reports of a phase', `cat ${session}/phase-2-integration.json ${session}/phase-3-review.json`),
    typed('the decision record', 'cat docs/knowledge/decisions/*.md'),
    typed('the roadmap', 'git log -p --oneline -- docs/roadmap.md'),
    typed('calls and checks', `${launcher} show ${run}`),
    typed('signals of your own spec', `${launcher} autopilot <spec.md> --dry-run --repo <your repository>`),
    typed('run your own spec', `${launcher} autopilot <spec.md> --repo <your repository>`),
  ];
}
