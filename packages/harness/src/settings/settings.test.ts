import { resolveConfig } from '@harness/core/config/read';
import { describe, expect, test } from 'vitest';
import { type AgentFlags, flagsToConfig } from './agent-flags.ts';
import {
  createRunSettings,
  overrideSettings,
  readSettings,
  resolveRoleSettings,
  settingsToParams,
} from './settings.ts';

const settingsOf = (file: object, flags: AgentFlags = {}) => {
  const read = resolveConfig({ flags: flagsToConfig(flags), file });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return createRunSettings({ config: read.config, flags, root: '/repo', workflow: 'converge', task: 'Add a page' });
};
const file = {
  agent: { model: 'big', retry: { calls: 2 } },
  roles: {
    'converge.reviewer': { provider: 'scripted', script: 'agents.yaml', limits: { usd: 0.5 }, retry: { calls: 0 } },
    'plans.reviewer': { model: 'elsewhere' },
  },
};

describe('the settings of a run', () => {
  test('are read back as recorded, and every value is a text or a number', () => {
    const settings = settingsOf(file);
    const recorded = settingsToParams(settings);
    for (const value of Object.values(recorded)) expect(['string', 'number']).toContain(typeof value);
    expect(readSettings(recorded)).toEqual(settings);
  });

  test('contain only the differing fields of a role, and no role of another workflow', () => {
    const recorded = settingsToParams(settingsOf(file));
    expect(Object.fromEntries(Object.entries(recorded).filter(([key]) => key.includes('.')))).toEqual({
      'converge.reviewer.provider': 'scripted',
      'converge.reviewer.model': '',
      'converge.reviewer.script': '/repo/agents.yaml',
      'converge.reviewer.usd': 0.5,
      'converge.reviewer.calls': 0,
    });
  });

  test('of a role are its own; other roles have the common ones', () => {
    const settings = settingsOf(file);
    expect(resolveRoleSettings(settings, 'converge.reviewer')).toMatchObject({
      provider: 'scripted',
      calls: 0,
      wallMs: 3_600_000,
    });
    expect(resolveRoleSettings(settings, 'converge.implementer')).toMatchObject({
      provider: 'claude',
      model: 'big',
      calls: 2,
    });
  });

  test('contain endpoint, turns, effort and client retries, and are read back', () => {
    const agent = {
      baseUrl: 'http://127.0.0.1:1',
      reasoningEffort: 'high',
      limits: { turns: 7 },
      retry: { binary: 0 },
    };
    const settings = settingsOf({ agent, roles: { 'converge.reviewer': { limits: { turns: 3 } } } });
    const wanted = { baseUrl: 'http://127.0.0.1:1', effort: 'high', turns: 7, binary: 0 };
    for (const held of [settings, readSettings(settingsToParams(settings))]) {
      expect(held).toMatchObject(wanted);
      expect(resolveRoleSettings(held, 'converge.reviewer')).toMatchObject({ ...wanted, turns: 3 });
    }
  });

  test('of an older version are read with the current defaults', () => {
    expect(readSettings({ provider: 'scripted', script: '/s' })).toMatchObject({ calls: 1, rateLimited: 3, roles: {} });
  });
});

describe('a flag', () => {
  test('at the start applies to every role', () => {
    const settings = settingsOf(file, { provider: 'scripted', script: '/s.yaml', idleMs: 5 });
    expect(resolveRoleSettings(settings, 'converge.reviewer')).toMatchObject({
      script: '/s.yaml',
      idleMs: 5,
      calls: 0,
    });
  });

  test('on resume applies to every role, also to one with its own settings', () => {
    const recorded = settingsToParams(settingsOf({ ...file, roles: { 'converge.reviewer': { model: 'small' } } }));
    const after = readSettings({ ...recorded, ...overrideSettings(recorded, { model: 'other' }) });
    expect(resolveRoleSettings(after, 'converge.reviewer').model).toBe('other');
    expect(resolveRoleSettings(after, 'converge.implementer').model).toBe('other');
  });

  test('that names another provider clears the model of a role', () => {
    const roles = { 'converge.reviewer': { provider: 'codex', model: 'small' } };
    const recorded = settingsToParams(settingsOf({ roles }));
    expect(overrideSettings(recorded, { provider: 'scripted' })).toEqual({
      provider: 'scripted',
      'converge.reviewer.provider': 'scripted',
      'converge.reviewer.model': '',
    });
    expect(overrideSettings(recorded, { provider: 'codex' })).not.toHaveProperty('converge.reviewer.model');
  });
});
