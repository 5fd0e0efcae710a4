/** Tests the language of a task: the user's, except for labels, names and parsed text (W-11, W-12, W-181, W-182). */
import { moduleCode } from '@harness/core/codes';
import { questions } from '@harness/core/effects/question';
import { messagesFor } from '@harness/core/messages/index';
import { questionText } from '@harness/core/messages/lookup';
import { taskCodes } from '@harness/core/workflows/task/codes';
import { describe, expect, test } from 'vitest';
import { repository } from '../../testing/command.ts';
import { openQuestions, roleAnswer, stateOf, taskScript, textOf, writeLeftover } from '../../testing/task-script.ts';

const korean = /[가-힣]/;
const koreanTask = '로그인 기능을 추가해 주세요';

test('W-11, W-12 a Korean task has Korean questions, output, plan and commit; labels and names stay English', async () => {
  const repo = repository();
  const telling = roleAnswer('planner-single', 'spec.md generated — 1 criterion', {
    '{spec_path}': 'user_lang={user_lang}\n',
  });
  const script = taskScript(repo, {}, [telling]);
  const started = await repo.run('task', koreanTask, '--script', script);
  expect(started.exitCode).toBe(8);
  const [mode] = await openQuestions(repo);
  expect(mode?.header).toBe('Mode');
  expect(mode?.question).toMatch(korean);
  expect(mode?.options.map(({ label }) => label)).toEqual(['standard (Recommended)', 'single', 'multi']);
  for (const { description } of mode?.options ?? []) expect(description).toMatch(korean);
  expect(stateOf(repo.path)).toMatchObject({ user_lang: 'ko', slug: expect.stringMatching(/^[a-z0-9_-]+$/) });
  expect(repo.git('branch', '--show-current')).toMatch(/^harness\/[a-z0-9_-]+$/);

  const people = { Model: 'default', 'Convention Scan': 'Skip', Spec: 'Proceed', Commit: 'Commit code only' };
  await repo.run('answer', mode?.id ?? '', 'single');
  const { exitCode, stdout } = await repo.run('resume', '--script', taskScript(repo, people, [telling]));
  expect(exitCode).toBe(0);
  expect(stdout).toContain('[harness]');
  expect(stdout).toMatch(korean);
  expect(repo.git('log', '-1', '--format=%s')).toBe(koreanTask);
});

test('W-11 the latest message sets the language, which is stored and kept without a new message', async () => {
  const repo = repository();
  const docs = 'docs/harness/x/';
  const state = {
    version: '2.0',
    task: koreanTask,
    mode: 'single',
    model_config: { preset: 'default' },
    user_lang: 'ko',
  };
  writeLeftover(repo.path, '.harness/state.json', {
    ...state,
    phase: 'plan_done',
    docs_path: docs,
    conventions: 'skipped',
  });
  writeLeftover(repo.path, `${docs}spec.md`, '# Spec\n');
  const step = await repo.run('task', 'generate', '--script', taskScript(repo));
  expect(step.exitCode).toBe(8);
  expect(step.stdout).toMatch(korean);
  expect(stateOf(repo.path).user_lang).toBe('ko');

  const english = 'Please go on with the session that was here and finish it as it was planned';
  const telling = roleAnswer('planner-single', 'spec.md generated — 1 criterion', { '{spec_path}': '{user_lang}' });
  writeLeftover(repo.path, '.harness/state.json', {
    ...state,
    phase: 'plan_ready',
    docs_path: docs,
    conventions: 'skipped',
  });
  const script = taskScript(repo, { Session: 'Resume' }, [telling]);
  const resumed = await repo.run('task', english, '--script', script);
  expect(resumed.exitCode).toBe(8);
  expect(stateOf(repo.path)).toMatchObject({ user_lang: 'en', task: koreanTask });
  expect(textOf(repo.path, `${docs}spec.md`).trim()).toBe('en');
});

test('W-11 a note at a gate changes the language of the texts and of the agents', async () => {
  const repo = repository();
  const script = taskScript(repo, {}, [
    roleAnswer('planner-single', 'spec.md generated — 1 criterion', { '{spec_path}': '{user_lang}' }),
  ]);
  const started = await repo.run('task', 'Add the greeting and the tests', '--script', script);
  expect(started.stdout).not.toMatch(korean);
  const noteOnly = async (note: string) => {
    const [open] = await openQuestions(repo);
    return repo.run('answer', open?.id ?? '', '--note', note);
  };
  await noteOnly('한국어로 답해 주세요');
  expect((await openQuestions(repo))[0]?.question).toMatch(korean);
  await repo.run('answer', (await openQuestions(repo))[0]?.id ?? '', 'single');
  const people = { Model: 'default', 'Convention Scan': 'Skip' };
  const { stdout } = await repo.run(
    'resume',
    '--script',
    taskScript(repo, people, [
      roleAnswer('planner-single', 'spec.md generated — 1 criterion', { '{spec_path}': '{user_lang}' }),
    ]),
  );
  expect(stdout).toMatch(korean);
  expect(stateOf(repo.path)).toMatchObject({ user_lang: 'ko' });
  expect(textOf(repo.path, 'docs/harness/add-the-greeting-and-the-tests/spec.md').trim()).toBe('ko');
});

test('W-11 a language without texts is named once; the texts are English, and agents get the language', async () => {
  const repo = repository();
  const flags = [
    '--mode',
    'single',
    '--model-config',
    'default',
    '--script',
    taskScript(repo, { 'Convention Scan': 'Skip' }),
  ];
  const started = await repo.run('task', 'Добавь поиск', ...flags);
  expect(started.stdout.match(/no texts in Russian/g)).toHaveLength(1);
  expect(started.stdout).toContain('[harness] Task started!');
  expect(stateOf(repo.path)).toMatchObject({ user_lang: 'ru' });
  const resumed = await repo.run('resume');
  expect(resumed.stdout).not.toContain('no texts in');
  await repo.run(
    'answer',
    (await openQuestions(repo))[0]?.id ?? '',
    'Stop',
    '--note',
    'Bitte nur die Überschriften ändern',
  );
  const parked = await repo.run('resume');
  expect(parked.stdout.match(/no texts in German/g)).toHaveLength(1);
  await repo.run('resume'); // asks again
  await repo.run('answer', (await openQuestions(repo))[0]?.id ?? '', 'Stop', '--note', '見出しだけを変更してください');
  expect((await repo.run('resume')).stdout.match(/no texts in Japanese/g)).toHaveLength(1);
});

describe('every gate', () => {
  const sample = {
    triesLeft: 2,
    retriesLeft: 1,
    task: 'x',
    phase: 'y',
    version: '2.0',
    skill: 'z',
    spec: 's',
    branch: 'b',
    docs: 'd',
  };
  test.each(Object.entries({ ...questions, ...taskCodes.questions }))(
    'W-181, W-182 %s: a question, and the cost or effect of every label',
    (code, { choices }) => {
      for (const [language, letters] of [
        ['en', /[a-z]/],
        ['ko', korean],
      ] as const) {
        const words = questionText(messagesFor(language), moduleCode(code));
        expect(words.question({ ...sample, layer: 'L2', round: 1, summary: '', confidence: 'Low' })).toMatch(letters);
        for (const choice of choices) expect(words.options[choice], `${language} ${choice}`).toMatch(letters);
      }
    },
  );
});
