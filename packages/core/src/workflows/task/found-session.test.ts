/** Reads state files of other versions and tools tolerantly (W-06, W-09, W-11, W-19, W-180). */
import { expect, test } from 'vitest';
import {
  detectSessionLanguage,
  type FoundSession,
  readSessionStatus,
  readTaskSession,
  sessionLanguage,
} from './found-session.ts';
import { taskJob } from './testing/tasks.ts';

const here = { ...taskJob, task: 'Here', slug: 'here', userLang: 'en' };
const read = (document: unknown) => readTaskSession(document, here);
const v2 = { version: '2.0', task: 'Old task', mode: 'multi', phase: 'planning', model_config: { preset: 'economy' } };
const sessionIn = (found: FoundSession | undefined) => {
  if (found?.is !== 'session') throw new Error(`no session but ${found?.is}`);
  return found.session;
};

test.each([[null], ['text'], [3], [[]], [undefined]])('%j is not a state file', (document) => {
  expect([read(document), readSessionStatus(document)]).toEqual([undefined, undefined]);
});

test('W-180 a file of another skill is foreign; a file of workflow or without a skill is ours', () => {
  expect(read({ ...v2, skill: 'spec' })).toEqual({ is: 'foreign', skill: 'spec' });
  expect([read({ ...v2, skill: 'workflow' })?.is, read(v2)?.is]).toEqual(['session', 'session']);
  expect(readSessionStatus({ ...v2, skill: 'spec' })).toBeUndefined();
});

test('W-09 missing fields get their defaults', () => {
  const session = sessionIn(read({ ...v2, conventions: undefined }));
  expect(session).toMatchObject({
    v1: null,
    style: 'auto',
    mode: 'multi',
    round: 1,
    autofix: null,
    attempted: false,
    conventions: null,
    layer1: { result: null, retries: 0 },
    model: { preset: 'economy', executor: 'haiku', advisor: 'sonnet', evaluator: 'sonnet', verifier: 'haiku' },
    job: {
      task: 'Old task',
      slug: 'old-task',
      docsPath: 'docs/harness/old-task/',
      commands: taskJob.commands,
      flags: { verifierModel: null, outputDir: null },
      userLang: 'en',
      hasGit: true,
      scope: [],
    },
  });
});

test('an invalid field counts as missing and does not invalidate the rest', () => {
  const wrong = {
    mode: 5,
    run_style: 'fast',
    cli_flags: 'x',
    user_lang: null,
    has_git: 'yes',
    round: -1,
    max_rounds: 'many',
    scope: [],
    verify: 'red',
    autofix: { applied: 'maybe' },
    docs_path: 7,
    conventions: 'all',
    slug: '../../x y',
  };
  const session = sessionIn(read({ ...v2, ...wrong }));
  expect(session).toMatchObject({ mode: 'single', style: 'auto', round: 1, autofix: null, conventions: null });
  expect(session.job).toMatchObject({ slug: 'x-y', docsPath: 'docs/harness/x-y/', hasGit: true, scope: [] });
});

test('W-06, W-07 a file without a version is version 1: always auto, and verified only if it has verification', () => {
  const { version: _, ...v1 } = { ...v2, phase: 'gen_ready', run_style: 'step' };
  expect(sessionIn(read(v1))).toMatchObject({ v1: { verify: false }, style: 'auto' });
  expect(sessionIn(read({ ...v1, verify: { layer1_retries: 2 } }))).toMatchObject({
    v1: { verify: true },
    layer1: { retries: 2 },
  });
  expect(sessionIn(read(v2)).v1).toBeNull();
});

test('W-19 restores the chosen models, custom ones too', () => {
  const custom = { preset: 'custom', executor: 'haiku', advisor: 'gpt', verifier: 'opus' };
  expect(sessionIn(read({ ...v2, model_config: custom })).model).toEqual({
    preset: 'custom',
    executor: 'haiku',
    advisor: 'opus',
    evaluator: 'opus',
    verifier: 'opus',
  });
  expect(sessionIn(read({ ...v2, model_config: { preset: 'default' } })).model).toEqual({
    preset: 'default',
    verifier: 'haiku',
  });
});

test('W-28, W-59 a completed file is not a session, and a checkpoint is an interrupted setup', () => {
  expect(read({ ...v2, phase: 'completed' })).toEqual({ is: 'completed' });
  expect(readSessionStatus({ ...v2, phase: 'completed' })).toBeUndefined();
  const checkpoint = { ...v2, phase: null, mode: null, model_config: null };
  expect(read(checkpoint)).toMatchObject({ is: 'begun', phase: 'plan_ready', job: { task: 'Old task' } });
  expect(readSessionStatus(checkpoint)).toEqual({ task: 'Old task', phase: 'plan_ready' });
});

test('a missing command comes from the checkout, null means none, and version 1 has only build and test', () => {
  const job = { ...here, commands: { build: 'b', test: 't', lint: 'l', typeCheck: 'c' } };
  const commands = (document: object) => sessionIn(readTaskSession(document, job)).job.commands;
  expect(commands({ ...v2, test_cmd: null, lint_cmd: 'own' })).toEqual({
    build: 'b',
    test: null,
    lint: 'own',
    typeCheck: 'c',
  });
  expect(commands({ ...v2, version: undefined, test_cmd: 'old' })).toEqual({
    build: 'b',
    test: 'old',
    lint: null,
    typeCheck: null,
  });
  const checkpoint = { ...v2, phase: null, mode: null, model_config: null, build_cmd: null, test_cmd: null };
  expect(readTaskSession(checkpoint, job)).toMatchObject({ is: 'begun', job: { commands: job.commands } });
});

test('a session does not use git that is gone, nor git that it did not have', () => {
  const gone = readTaskSession({ ...v2, has_git: true }, { ...here, hasGit: false });
  expect(sessionIn(gone).job.hasGit).toBe(false);
  expect(sessionIn(read({ ...v2, has_git: false })).job.hasGit).toBe(false);
});

test('W-11 a new language of the user applies and is stored; no detected language changes nothing', () => {
  const found = read({ ...v2, user_lang: 'ko' });
  expect([
    detectSessionLanguage(found),
    detectSessionLanguage(undefined),
    detectSessionLanguage({ is: 'completed' }),
  ]).toEqual(['ko', '', '']);
  expect([sessionLanguage(found, ''), sessionLanguage(found, 'ko')]).toEqual([found, found]);
  const changed = sessionLanguage(found, 'en');
  expect(changed).toMatchObject({ document: { user_lang: 'en' }, session: { job: { userLang: 'en' } } });
  const added = sessionLanguage(read(v2), 'ko');
  expect(added).toMatchObject({ session: { job: { userLang: 'ko' } } });
  expect((added as { document: object }).document).not.toHaveProperty('user_lang');
});
