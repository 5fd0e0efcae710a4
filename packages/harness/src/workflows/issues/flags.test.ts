/** The project, label and maximum of a fresh start: by flags, by the configuration, or by a person. */
import type { Config } from '@harness/core/config/schema';
import type { LoopView } from '@harness/core/issue-loop/document';
import { loopDefaults } from '@harness/core/issue-loop/document';
import { issuesCodes } from '@harness/core/workflows/issues/codes';
import { beforeEach, expect, test } from 'vitest';
import type { Invocation } from '../../cli/command.ts';
import { repository } from '../../testing/command.ts';
import { loopFlags } from './flags.ts';

const typed: { answers: (string | undefined)[]; asked: string[] } = { answers: [], asked: [] };
async function ask(question: string): Promise<string | undefined> {
  typed.asked.push(question);
  return typed.answers.shift();
}

beforeEach(() => {
  typed.asked.length = 0;
  typed.answers.length = 0;
});

const config = { tracker: { kind: 'local', team: 'MB90', label: 'ready', max: 20 } } as unknown as Config;

const flagsFor = (options: Readonly<Record<string, unknown>>, earlier: LoopView | null = null) =>
  loopFlags(repository().path, config, earlier, { options, output: { language: 'en' } } as unknown as Invocation, ask);

test('I-02 the flags win, and the rest has its defaults', async () => {
  expect(await flagsFor({ project: 'app', label: 'now', max: 3 })).toMatchObject({
    scope: { kind: 'local', project: 'app', label: 'now', team: 'MB90' },
    max: 3,
  });
  expect(await flagsFor({ project: 'app' })).toMatchObject({ scope: { label: 'ready' }, max: 20 });
});

test('I-09 I-75 without a project, the command asks a person for project, label and maximum, and not for the team', async () => {
  typed.answers.push('app', '', '7');
  expect(await flagsFor({})).toMatchObject({ scope: { project: 'app', label: 'ready', team: 'MB90' }, max: 7 });
  expect(typed.asked).toHaveLength(3);
  expect(typed.asked.join()).not.toMatch(/team/i);
});

test('I-09 without a project and a person, nothing begins', async () => {
  typed.answers.push(undefined);
  await expect(flagsFor({})).rejects.toMatchObject({ code: 'issues.no-project', exitCode: 2 });
  typed.answers.push('app', '', 'many');
  await expect(flagsFor({})).rejects.toMatchObject({ code: 'issues.bad-max', params: { given: 'many' } });
  expect(issuesCodes.refusals['issues.bad-max'].exitCode).toBe(2);
});

test('I-12 an earlier loop of the same tracker gives its project and maximum', async () => {
  const earlier: LoopView = { ...loopDefaults, project: 'app', maxIterations: 9 };
  expect(await flagsFor({}, earlier)).toMatchObject({ scope: { project: 'app' }, max: 9 });
  expect(typed.asked).toEqual([]);
  typed.answers.push(undefined);
  await expect(flagsFor({}, { ...earlier, tracker: 'linear' })).rejects.toMatchObject({ code: 'issues.no-project' });
});
