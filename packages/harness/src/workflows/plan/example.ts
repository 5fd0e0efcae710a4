/** The demo example of plan: four plans, merged one after the other. */
import { gitOrThrow } from '@harness/effects/git/command';
import { type Example, type FinishedDemo, headline } from '../../cli/example.ts';

const plans = ['0001', '0002', '0003', '0004'];

export const plansExample: Example = { folder: '3-plans', command: 'run', tasks: plans, epilogue };

async function epilogue(demo: FinishedDemo): Promise<readonly string[]> {
  const { repo, launcher } = demo;
  return [
    headline(demo, 'merged commits'),
    (await gitOrThrow(repo, ['log', '--graph', '--oneline', 'main'])).trimEnd(),
    '',
    headline(demo, 'next steps'),
    `  cd ${repo}`,
    `  cat .orchestrator/forge/pulls/${plans.length}.json`,
    `  ${launcher} runs`,
    `  ${launcher} plan <spec> --repo <your repository>`,
  ];
}
