/** `harness converge … --dry-run`. */
import { messagesFor } from '@harness/core/messages/index';
import { foreignIn } from '@harness/effects/checkout/foreign';
import { freeBranch } from '@harness/effects/git/free-branch';
import { lanePath } from '@harness/effects/git/lane';
import { readRef } from '@harness/effects/git/ref';
import type { Ground } from '../converge/ground.ts';
import type { Output } from '../render/screen.ts';
import { commandsIn, foretell } from './foretell.ts';
import { usualObstacles } from './obstacles.ts';

export async function foretellConverge(
  { root, config, settings, job }: Ground,
  options: Readonly<Record<string, unknown>>,
  output: Output,
): Promise<number> {
  const foreign = await foreignIn(root);
  const facts = {
    branch: await freeBranch(root, job.slug),
    base: await readRef(root, 'HEAD^{commit}'),
    lane: lanePath(job.slug),
    ...{ foreign, files: null },
  };
  const { outlook } = messagesFor(output.language);
  const notes = [
    ...(foreign.length > 0 ? [outlook.withoutForeign({ count: foreign.length })] : []),
    ...(job.checks.length === 0 ? [outlook.noChecks({})] : []),
    outlook.passes({ passes: job.passes }),
  ];
  return foretell(
    {
      ...{ root, workflow: 'converge', title: job.task, input: job, settings, facts, branch: facts.branch, notes },
      typed: (options['check'] as readonly string[] | undefined) ?? [],
      configured: commandsIn(config),
      obstacles: await usualObstacles(root, settings, 'converge', output),
    },
    output,
  );
}
