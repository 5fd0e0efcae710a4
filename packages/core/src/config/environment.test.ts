import { describe, expect, test } from 'vitest';
import type { roleIds } from '../role/role-ids.ts';
import { fromEnvironment, variables } from './environment.ts';
import { readConfig } from './read.ts';
import { resolveRoleAgent, withoutFlags } from './role-agent.ts';

test('DO-02 maps each variable to its settings', () => {
  const set = variables.flatMap(({ variable, paths }) => paths.map((path) => [variable, path.join('.')]));
  expect(set).toEqual([
    ['HARNESS_AGENT_PROVIDER', 'agent.provider'],
    ['HARNESS_AGENT_MODEL', 'agent.model'],
    ['HARNESS_AGENT_MAX_REVIEW_PASSES', 'agent.maxReviewPasses'],
    ['HARNESS_MODEL_CLIENT_PROVIDER', 'roles.plans.planner.provider'],
    ['HARNESS_MODEL_CLIENT_PROVIDER', 'roles.plans.fidelity.provider'],
    ['HARNESS_MODEL_CLIENT_PROVIDER', 'roles.plans.site-analyst.provider'],
    ['HARNESS_MODEL_CLIENT_MODEL', 'roles.plans.planner.model'],
    ['HARNESS_MODEL_CLIENT_MODEL', 'roles.plans.fidelity.model'],
    ['HARNESS_MODEL_CLIENT_MODEL', 'roles.plans.site-analyst.model'],
    ['HARNESS_PLAN_DIR', 'planDir'],
    ['HARNESS_COMPLETED_DIR', 'completedDir'],
    ['HARNESS_CONTEXT_DIR', 'contextDir'],
    ['HARNESS_STATE_DIR', 'stateDir'],
    ['HARNESS_BASE_BRANCH', 'baseBranch'],
    ['HARNESS_TRUST_WITNESS', 'trust.witness'],
    ['BUDGET_CEILING_TOKENS', 'budget.ceilingTokens'],
  ]);
});

test('every variable sets an existing setting', () => {
  const values: Readonly<Record<string, string>> = {
    HARNESS_AGENT_PROVIDER: 'codex',
    HARNESS_MODEL_CLIENT_PROVIDER: 'codex',
    HARNESS_TRUST_WITNESS: 'required',
  };
  const env = Object.fromEntries(
    variables.map(({ variable, isNumber }) => [variable, values[variable] ?? (isNumber ? '7' : 'x')]),
  );
  expect(readConfig({ ...fromEnvironment(env), completedDir: 'y' })).toMatchObject({
    ok: true,
    config: {
      agent: { provider: 'codex', maxReviewPasses: 7 },
      roles: { 'plans.planner': { provider: 'codex', model: 'x' } },
    },
  });
});

test('ignores unknown variables, such as API keys', () => {
  expect(fromEnvironment({ ANTHROPIC_API_KEY: 'sk-1', HARNESS_TARGET_REPO: '/x', PATH: '/bin' })).toEqual({});
});

describe('the agent settings of one role', () => {
  const read = readConfig({
    agent: { model: 'big', baseUrl: 'https://a', limits: { wallMs: 10 } },
    roles: {
      'mission.worker': { model: 'small', limits: { idleMs: 5 }, retry: { calls: 0 } },
      'plans.planner': { provider: 'codex' },
      'plans.fixer': { model: undefined },
    },
  });
  if (!read.ok) throw new Error('it can be read');
  const of = (role: (typeof roleIds)[number], env = {}) => resolveRoleAgent(read.config, role, env);

  test('are the general settings without an override', () => {
    expect(of('mission.validator')).toEqual(read.config.agent);
    expect(of('plans.fixer')).toEqual(read.config.agent);
  });

  test('are overridden field by field', () => {
    expect(of('mission.worker')).toMatchObject({
      provider: 'claude',
      model: 'small',
      baseUrl: 'https://a',
      limits: { wallMs: 10, idleMs: 5 },
      retry: { calls: 0, rateLimited: 3 },
    });
  });

  test('do not inherit model and endpoint of another provider', () => {
    const planner = of('plans.planner');
    expect(planner).toMatchObject({ provider: 'codex', limits: { wallMs: 10 } });
    expect(planner).not.toHaveProperty('model');
    expect(planner).not.toHaveProperty('baseUrl');
  });

  test('are overridden by flags for every role; a model applies only with its provider', () => {
    const roles = {
      'mission.worker': { model: 'small', limits: { idleMs: 5, wallMs: 7 } },
      'plans.planner': { provider: 'codex', model: 'x', retry: { calls: 0 } },
    } as const;
    expect(withoutFlags(roles, { limits: { idleMs: 9 } })).toEqual({
      ...roles,
      'mission.worker': { model: 'small', limits: { wallMs: 7 } },
    });
    expect(withoutFlags(roles, { provider: 'scripted' })).toEqual({
      ...roles,
      'plans.planner': { retry: { calls: 0 } },
    });
    expect(withoutFlags(roles, { provider: 'codex' })['plans.planner']).toEqual({ model: 'x', retry: { calls: 0 } });
    expect(withoutFlags(roles, { model: 'y' })['mission.worker']).toEqual({ limits: { idleMs: 5, wallMs: 7 } });
  });

  test('take the endpoint from the variable of the provider', () => {
    const env = { ANTHROPIC_BASE_URL: 'https://anthropic', OPENAI_BASE_URL: 'https://openai/v1' };
    expect(of('mission.worker', env).baseUrl).toBe('https://anthropic');
    expect(of('plans.planner', env).baseUrl).toBe('https://openai/v1');
  });
});
