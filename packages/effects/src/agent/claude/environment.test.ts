import { expect, test } from 'vitest';
import { type ClaudeLaunch, claudeEnvironment } from './environment.ts';

const launch: ClaudeLaunch = {
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

test('passes only listed variables, with its own home and temporary folder', () => {
  expect(claudeEnvironment(source, launch)).toEqual({
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

test('uses the given endpoint and key, not those of the environment', () => {
  const key = { name: 'ANTHROPIC_AUTH_TOKEN', value: 'a-token' } as const;
  const environment = claudeEnvironment(source, { ...launch, baseUrl: 'http://127.0.0.1:1', key });
  expect(environment).toMatchObject({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', ANTHROPIC_AUTH_TOKEN: 'a-token' });
  expect(environment).not.toHaveProperty('ANTHROPIC_API_KEY');
});
