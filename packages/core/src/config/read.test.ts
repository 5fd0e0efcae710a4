import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ko } from '../messages/ko.ts';
import { type Problem, readConfig, resolveConfig } from './read.ts';
import { configSchema } from './schema.ts';

const configOf = (value: unknown) => {
  const read = readConfig(value);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.config;
};
const problemsOf = (value: unknown): readonly Problem[] => {
  const read = readConfig(value);
  return read.ok ? [] : read.problems;
};
/** Returns `path message` for each problem. */
const problemLines = (value: unknown) => problemsOf(value).map(({ path, message }) => `${path} ${message}`);

describe('W-170 a repository needs no configuration', () => {
  test('DO-01 DO-11 MO-04 every default matches the requirements', () => {
    expect(configOf({})).toMatchObject({
      planDir: 'docs/exec-plans/active',
      completedDir: 'docs/exec-plans/completed',
      stateDir: '.orchestrator',
      appPaths: ['src'],
      baseBranch: 'main',
      agent: {
        provider: 'claude',
        maxReviewPasses: 5,
        reserveTokens: 20_000,
        limits: { wallMs: 3_600_000, idleMs: 300_000 },
        retry: { binary: 2, calls: 1, rateLimited: 3, backoffMs: 1_000, maxWaitMs: 900_000 },
      },
      roles: {},
      budget: { warnAt: 0.8 },
      checks: { timeoutMs: 1_200_000 },
      e2e: { artifactDirs: ['playwright-report', 'test-results'] },
      branchIsolation: { enabled: true, useWorktrees: true, onPass: 'merge' },
      parallelWorkers: { max: 1, mode: 'lane' },
      checkpoints: { enabled: false, types: [] },
      smokeTest: { enabled: false, onDone: true, onFeaturePass: false, urls: [], startupWaitSeconds: 30 },
      uiQa: { enabled: false },
      crosscheck: { enabled: false },
      forge: { checksTimeoutMs: 900_000, checksSettleMs: 60_000, mergeTimeoutMs: 3_600_000, pollMs: 10_000 },
      fidelity: { everyNPlans: 0, threshold: 25 },
      sandbox: { mode: 'auto', show: [], network: 'open' },
      store: { kind: 'jsonl', keepRuns: 1_000 },
      mission: {
        decide: 'rules',
        maxIterations: 200,
        identityDir: '~/autonomous-harness/identity',
        planReviewer: { enabled: true },
        debugger: { enabled: true, threshold: 3 },
        promptOverrides: {},
        snapshotRetention: 50,
        logRetention: 500,
        archiveOnDone: false,
      },
      daemon: { tickMs: 30_000, rateLimitBackoffMs: 900_000, maxRateLimitRetries: 3 },
      control: { port: 4_500 },
    });
  });

  test('sections that are off by default are absent', () => {
    const config = configOf({});
    for (const key of ['contextDir', 'devServer', 'releaseGate', 'notify', 'language', '$schema'])
      expect(config).not.toHaveProperty(key);
    expect(config.budget).toEqual({ warnAt: 0.8 });
  });

  test('contracts §2 has exactly the keys of the contract that work', () => {
    const contract = `planDir completedDir contextDir stateDir appPaths baseBranch agent roles budget checks e2e devServer
      branchIsolation parallelWorkers checkpoints smokeTest uiQa crosscheck forge tracker releaseGate fidelity sandbox
      notify language store mission daemon control trust autopilot`;
    expect(Object.keys(configSchema.shape).sort()).toEqual(['$schema', ...contract.split(/\s+/)].sort());
  });
});

describe('accepts', () => {
  test.each([
    ['one word for the sandbox', { sandbox: 'required' }, { sandbox: { mode: 'required', show: [], network: 'open' } }],
    [
      'an object for the sandbox',
      { sandbox: { network: 'model-only' } },
      { sandbox: { mode: 'auto', network: 'model-only' } },
    ],
    [
      'true to switch a section on',
      { crosscheck: true, uiQa: true },
      { crosscheck: { enabled: true }, uiQa: { enabled: true } },
    ],
    [
      'false to switch a section off',
      { branchIsolation: false },
      { branchIsolation: { enabled: false, onPass: 'merge' } },
    ],
    ['null to disable a check', { checks: { lint: null } }, { checks: { lint: null } }],
    [
      'an override for one role',
      { roles: { 'mission.worker': { limits: { wallMs: 5 } } } },
      { roles: { 'mission.worker': { limits: { wallMs: 5 } } } },
    ],
    [
      'MO-08 checkpoints',
      { checkpoints: { enabled: true, types: [{ name: 'plan', triggerOn: 'post-planner' }] } },
      { checkpoints: { types: [{ name: 'plan', triggerOn: 'post-planner' }] } },
    ],
    ['several lanes', { parallelWorkers: { max: 4 } }, { parallelWorkers: { max: 4, mode: 'lane' } }],
    ['the schema reference for editors', { $schema: './node_modules/x.json' }, { $schema: './node_modules/x.json' }],
    [
      'a path in any spelling',
      { planDir: './docs\\plans//', appPaths: ['src/'] },
      { planDir: 'docs/plans', appPaths: ['src'] },
    ],
    ['undefined values', { contextDir: undefined, agent: { model: undefined } }, { baseBranch: 'main' }],
  ])('%s', (_, value, expected) => {
    expect(configOf(value)).toMatchObject(expected);
  });
});

describe('reports each problem with its path', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['an unknown key', { planDri: 'x' }, ['planDri is not a setting; did you mean "planDir"?']],
    ['an unknown key without a similar one', { colour: 'red' }, ['colour is not a setting']],
    ['an unknown key in a section', { agent: { modle: 'x' } }, ['agent.modle is not a setting; did you mean "model"?']],
    [
      'an unknown key in a section that may be a word',
      { sandbox: { netwrok: 'open' } },
      ['sandbox.netwrok is not a setting; did you mean "network"?'],
    ],
    [
      'an unknown key in a toggle',
      { mission: { debugger: { treshold: 2 } } },
      ['mission.debugger.treshold is not a setting; did you mean "threshold"?'],
    ],
    [
      'an unknown key in a list',
      { checkpoints: { types: [{ name: 'a' }, { nmae: 'b', name: 'b' }] } },
      ['checkpoints.types[1].nmae is not a setting; did you mean "name"?'],
    ],
    [
      'an unknown role',
      { roles: { 'mission.wroker': {} } },
      ['roles.mission.wroker is not a setting; did you mean "mission.worker"?'],
    ],
    [
      'an unknown key of a role',
      { roles: { 'mission.worker': { modl: 'x' } } },
      ['roles.mission.worker.modl is not a setting; did you mean "model"?'],
    ],
    [
      'A-05 a persona: no configuration gives a role another one',
      { roles: { 'autopilot.planner': { persona: 'general-purpose', subagent_type: 'general-purpose' } } },
      ['persona', 'subagent_type'].map((key) => `roles.autopilot.planner.${key} is not a setting`),
    ],
    ['an unknown key of a store', { store: { pool: 3 } }, ['store.pool is not a setting']],
    [
      'a section of a later version, by its settings',
      { telemetry: { endpoint: 'x', level: 1 }, fleet: {} },
      ['telemetry.endpoint', 'telemetry.level', 'fleet'].map(
        (path) => `${path} is not supported in this version: remove it`,
      ),
    ],
    ['a wrong type', { planDir: 7 }, ['planDir must be text']],
    ['a number as text', { control: { port: '4500' } }, ['control.port must be a number']],
    ['a toggle with text', { crosscheck: 'yes' }, ['crosscheck must be true, false or an object']],
    ['text instead of a list', { appPaths: 'src' }, ['appPaths must be a list']],
    ['a fraction', { agent: { maxReviewPasses: 1.5 } }, ['agent.maxReviewPasses must be a whole number']],
    ['a number that is too small', { agent: { maxReviewPasses: 0 } }, ['agent.maxReviewPasses must be at least 1']],
    [
      'numbers that are too large',
      { control: { port: 70_000 }, budget: { warnAt: 2 } },
      ['budget.warnAt must be at most 1', 'control.port must be at most 65535'],
    ],
    [
      'D-21 an unknown provider',
      { agent: { provider: 'gpt' } },
      ['agent.provider must be one of "claude", "codex", "acp", "scripted"'],
    ],
    ['an unknown sandbox', { sandbox: 'on' }, ['sandbox must be one of "auto", "required", "off"']],
    ['an unknown store', { store: { kind: 'postgres' } }, ['store.kind must be one of "jsonl"']],
    ['an empty text', { notify: '' }, ['notify must not be empty']],
    [
      'a command without a word',
      { checks: { test: '', lint: ' \t' }, e2e: { command: '\n' } },
      ['checks.test must not be empty', 'checks.lint must not be empty', 'e2e.command must not be empty'],
    ],
    ['a missing required setting', { devServer: { url: 'http://localhost:1' } }, ['devServer.command must be set']],
    [
      'W-153 a path that leaves the repository',
      { planDir: '../plans', stateDir: '/tmp/x' },
      [
        'planDir must be a relative path inside the repository, without ".."',
        'stateDir must be a relative path inside the repository, without ".."',
      ],
    ],
    [
      'W-153 a path into git',
      { contextDir: '.git/x' },
      ['contextDir must be a relative path inside the repository, without ".."'],
    ],
    [
      'an invalid URL',
      { devServer: { command: 'x', url: 'localhost' } },
      ['devServer.url must be a URL such as "http://127.0.0.1:3000"'],
    ],
    ['an invalid language', { language: 'Korean, please' }, ['language must be a language tag such as "en" or "ko"']],
    [
      'an invalid file name',
      { checkpoints: { types: [{ name: '../x' }] } },
      ['checkpoints.types[0].name must be a word of letters, digits and hyphens'],
    ],
    [
      'an invalid trigger',
      { checkpoints: { types: [{ name: 'a', triggerOn: 'never' }] } },
      ['checkpoints.types[0].triggerOn must be "post-planner", "pre-done", "feature-claim:<kind>" or "none"'],
    ],
    [
      'a repeated name',
      { checkpoints: { types: [{ name: 'a' }, { name: 'a' }] } },
      ['checkpoints.types must not contain the same name twice'],
    ],
    [
      'MO-06 lanes without isolation',
      { parallelWorkers: { max: 2 }, branchIsolation: false },
      ['parallelWorkers.max can be more than 1 only if branchIsolation and its worktrees are enabled'],
    ],
    [
      'the same folder for two settings',
      { planDir: 'p', completedDir: './p/' },
      ['completedDir must be a different folder than planDir'],
    ],
    ['text instead of a configuration', 'x', ['. must be an object']],
    ['null', null, ['. must be an object']],
    ['a list instead of a configuration', [], ['. must be an object']],
  ])('%s', (_, value, expected) => {
    expect(problemLines(value)).toEqual(expected);
  });

  test('reports ten problems at once, including rules between settings', () => {
    const ten = {
      planDri: 'x',
      stateDir: '/tmp',
      agent: { provider: 'gpt', maxReviewPasses: 0, limits: { wallMs: 'long' } },
      roles: { 'task.evalator': {} },
      budget: { capUsd: -1 },
      parallelWorkers: { max: 3 },
      branchIsolation: { useWorktrees: false },
      control: { port: 1e9 },
      checkpoints: { types: [{ triggerOn: 'now' }] },
    };
    expect(
      problemsOf(ten)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([
      'agent.limits.wallMs',
      'agent.maxReviewPasses',
      'agent.provider',
      'budget.capUsd',
      'checkpoints.types[0].name',
      'checkpoints.types[0].triggerOn',
      'control.port',
      'parallelWorkers.max',
      'planDri',
      'roles.task.evalator',
      'stateDir',
    ]);
  });

  test('reports problems in another language', () => {
    const read = readConfig({ planDri: 'x' }, ko);
    expect(read).toMatchObject({
      ok: false,
      problems: [{ path: 'planDri', message: expect.stringMatching(/planDir.*[가-힣]/) }],
    });
  });
});

describe('C3 rejects secrets', () => {
  test.each([
    ['a key', { agent: { apiKey: 'sk-1' } }, 'agent.apiKey'],
    ['a token', { forge: { authToken: 'x' } }, 'forge.authToken'],
    ['a password', { store: { password: 'x' } }, 'store.password'],
  ])('rejects %s and says where it belongs', (_, value, path) => {
    expect(problemsOf(value)).toEqual([
      { path, message: 'is not a setting: set keys and passwords as environment variables, never in a file' },
    ]);
  });

  test('rejects an endpoint with a password in its URL', () => {
    const value = { agent: { baseUrl: 'https://me:secret@host' } };
    expect(problemLines(value)).toEqual([expect.stringMatching(/must not contain a password/)]);
    expect(JSON.stringify(problemsOf(value))).not.toContain('secret@');
  });
});

describe('C1 the order is flag, environment, file, default', () => {
  const file = {
    planDir: 'file',
    agent: { provider: 'codex', model: 'file-model', limits: { turns: 9 } },
    appPaths: ['a', 'b'],
  };
  const env = { HARNESS_PLAN_DIR: 'env', HARNESS_AGENT_MODEL: 'env-model', BUDGET_CEILING_TOKENS: '5000' };

  test('each source fills the settings that earlier sources left out', () => {
    const read = resolveConfig({
      flags: { agent: { model: 'flag-model', limits: { wallMs: 1 } }, appPaths: ['c'] },
      env,
      file,
    });
    expect(read).toMatchObject({
      ok: true,
      config: {
        planDir: 'env',
        completedDir: 'docs/exec-plans/completed',
        agent: { provider: 'codex', model: 'flag-model', limits: { wallMs: 1, idleMs: 300_000, turns: 9 } },
        budget: { ceilingTokens: 5_000 },
      },
    });
    if (read.ok) expect(read.config.appPaths).toEqual(['c']); // C2
  });

  test('an undefined flag overrides nothing', () => {
    expect(resolveConfig({ flags: { agent: { model: undefined } }, env, file })).toMatchObject({
      config: { agent: { model: 'env-model' } },
    });
  });

  test('an empty variable counts as not set', () => {
    expect(resolveConfig({ file, env: { HARNESS_PLAN_DIR: '' } })).toEqual(resolveConfig({ file }));
  });

  test('a problem in a variable names the variable', () => {
    const read = resolveConfig({
      env: { HARNESS_AGENT_PROVIDER: 'gpt', BUDGET_CEILING_TOKENS: 'many' },
      file: { planDir: 1 },
    });
    expect(read).toMatchObject({
      problems: [
        { path: 'planDir' },
        { path: 'agent.provider', variable: 'HARNESS_AGENT_PROVIDER' },
        { path: 'budget.ceilingTokens', message: 'must be a number', variable: 'BUDGET_CEILING_TOKENS' },
      ],
    });
    if (!read.ok) expect(read.problems[0]).not.toHaveProperty('variable');
  });

  test('reports a file that is no object, with or without variables', () => {
    expect(resolveConfig({ file: 'x' })).toMatchObject({ problems: [{ path: '.' }] });
    expect(resolveConfig({ file: null })).toMatchObject({ problems: [{ path: '.' }] });
  });

  test('a long form overrides a short form in the file', () => {
    expect(resolveConfig({ flags: { sandbox: { mode: 'off' } }, file: { sandbox: 'required' } })).toMatchObject({
      config: { sandbox: { mode: 'off' } },
    });
  });
});

test('any file is either valid or has problems with a path and a message', () => {
  const key = fc.constantFrom(
    'planDir',
    'agent',
    'roles',
    'sandbox',
    'store',
    'checkpoints',
    'types',
    'mission',
    'control',
    '__proto__',
    'constructor',
    'x',
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue({ maxDepth: 1 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      const read = readConfig(value);
      if (read.ok) return;
      expect(read.problems.length).toBeGreaterThan(0);
      for (const { path, message } of read.problems) {
        expect(path).not.toBe('');
        expect(message).not.toMatch(/undefined|\[object|NaN/);
      }
    }),
    { numRuns: 1_000 },
  );
});
