/** Measures picking the next of 1,000 plans, against only reading and parsing the same files. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { draftPlan } from '@harness/core/plans/draft';
import { pickNextEligiblePlan } from '@harness/core/plans/pick';
import { readPlans } from '@harness/effects/plans/read';
import { parse } from 'yaml';

const folders = { planDir: 'active', completedDir: 'completed' };

/** Milliseconds of each round: picking the plan, and only reading. */
export async function measureNextPlan(
  root: string,
): Promise<{ readonly own: readonly number[]; readonly bare: readonly number[] }> {
  writePlans(root);
  const [own, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < 15; round++) {
    bare.push(await timed(() => readBare(root)));
    own.push(
      await timed(async () => {
        const { plans, defects, problems } = await readPlans(root, folders);
        const next = pickNextEligiblePlan(plans);
        if (next?.id !== '0501' || defects.length + problems.length > 0) throw new Error(`picked ${next?.id}`);
      }),
    );
  }
  return { own, bare };
}

/** Writes 1,000 plans. Half are completed; each depends on two earlier ones. */
function writePlans(root: string): void {
  for (const folder of Object.values(folders)) mkdirSync(join(root, folder), { recursive: true });
  for (let n = 1; n <= 1_000; n++) {
    const id = String(n).padStart(4, '0');
    const dependencies = [n - 1, Math.floor(n / 2)].filter((other) => other > 0 && other < n);
    const text = draftPlan(
      {
        id,
        slug: 'a-plan',
        title: `Plan ${id}`,
        phase: 'one',
        estimated_passes: 2,
        depends_on: [...new Set(dependencies)].map((other) => String(other).padStart(4, '0')),
        summary: 'The goal of the plan.',
        scope_bullets: ['one', 'two', 'three'],
        acceptance_tags: ['login'],
      },
      'docs/spec.md',
    );
    const isDone = n <= 500;
    const folder = isDone ? folders.completedDir : folders.planDir;
    const content = isDone ? text.replace('status: active', 'status: completed') : text;
    writeFileSync(join(root, folder, `${id}-a-plan.md`), content);
  }
}

function readBare(root: string): void {
  let count = 0;
  for (const folder of Object.values(folders))
    for (const name of readdirSync(join(root, folder))) {
      const [, yaml = ''] = readFileSync(join(root, folder, name), 'utf8').split('---\n');
      count += 'id' in (parse(yaml) as object) ? 1 : 0;
    }
  if (count !== 1_000) throw new Error(`only ${count} plans`);
}

async function timed(work: () => void | Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
