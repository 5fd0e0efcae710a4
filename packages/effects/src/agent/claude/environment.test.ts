import { expect, test } from 'vitest';
import { type ClaudeLaunch, claudeEnvironment } from './environment.ts';

const told: ClaudeLaunch = {
  home: '/run/home',
  temporary: '/run/tmp',
  mark: 'r/1',
  retries: 2,
  baseUrl: undefined,
  key: undefined,
};
const source = {
  PATH: '/bin',
  HOME: '/home/ada',
  TMPDIR: '/tmp',
  LANG: 'C',
  XDG_CONFIG_HOME: '/home/ada/.config',
  ANTHROPIC_API_KEY: 'key',
  ANTHROPIC_BASE_URL: 'https://elsewhere',
  CLAUDE_CODE_USE_BEDROCK: '1',
  OTHER: 'x',
};

test('only what is on the list passes, with a home and a temporary folder of its own', () => {
  expect(claudeEnvironment(source, told)).toEqual({
    PATH: '/bin',
    LANG: 'C',
    HOME: '/run/home',
    TMPDIR: '/run/tmp',
    HARNESS_EFFECT: 'r/1',
    CLAUDE_CODE_MAX_RETRIES: '2',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
  });
});

test('endpoint and key are what it is told, not what lies around', () => {
  const key = { name: 'ANTHROPIC_AUTH_TOKEN', value: 'a-token' } as const;
  const environment = claudeEnvironment(source, { ...told, baseUrl: 'http://127.0.0.1:1', key });
  expect(environment).toMatchObject({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', ANTHROPIC_AUTH_TOKEN: 'a-token' });
  expect(environment).not.toHaveProperty('ANTHROPIC_API_KEY');
});
