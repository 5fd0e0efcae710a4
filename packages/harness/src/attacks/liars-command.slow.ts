/** A change that pretends to do something is neither done nor committed, through the real command. */
import { describe, expect, test } from 'vitest';
import { type CommandLiar, commandLiars, honestClaim } from './testing/command-liars.ts';
import { type AttackedWorkflow, attackedWorkflows, claim, type Ended } from './testing/lie-by-command.ts';
import { isRunnerMissing } from './testing/small-repositories.ts';

const least: Readonly<Record<AttackedWorkflow, number>> = { converge: 20, plan: 8, task: 6, mission: 6 };

const liarsOf = (workflow: AttackedWorkflow) => commandLiars.filter((liar) => liar.workflow === workflow);

test('at least forty kinds of liars attack the workflows, each once', () => {
  expect(new Set(commandLiars.map(({ name }) => name)).size).toBe(commandLiars.length);
  for (const workflow of attackedWorkflows) expect(liarsOf(workflow).length).toBeGreaterThanOrEqual(least[workflow]);
  expect(commandLiars.length).toBeGreaterThanOrEqual(40);
});

describe.each(attackedWorkflows)('a liar ends without a commit: %s', (workflow) => {
  const pairs = pairsOf(liarsOf(workflow).filter(({ runner }) => !isRunnerMissing(runner)));
  test.each(pairs.map((pair) => [namesOf(pair), pair] as const))('%s', async (_, pair) => {
    await Promise.all(pair.map(expectStopped));
  });

  test('the same agents pass with an honest change', async () => {
    const done = await claim(workflow, honestClaim);
    expect(done, outputOf(done)).toMatchObject({ exitCode: 0, asked: [] });
    expect(done.landed.length).toBeGreaterThan(0);
  });
});

/** Two commands at the same time. */
function pairsOf(rows: readonly CommandLiar[]): readonly (readonly CommandLiar[])[] {
  return rows.flatMap((_, at) => (at % 2 === 0 ? [rows.slice(at, at + 2)] : []));
}

const namesOf = (pair: readonly CommandLiar[]): string => pair.map(({ name }) => name).join(' · ');

async function expectStopped({ name, promise, workflow, stop, ...claimed }: CommandLiar): Promise<void> {
  const { exitCode, asked, landed, ...said } = await claim(workflow, claimed);
  const about = `${name} attacks: ${promise}\n${outputOf(said)}`;
  expect({ exitCode, asked, landed }, about).toEqual({ ...stop, landed: [] });
}

function outputOf({ stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>): string {
  return `${stdout}${stderr}`;
}
