import { describe, expect, test } from 'vitest';
import { settingToText } from '../config/provider-settings.ts';
import { readConfig } from '../config/read.ts';
import { resolveRoleAgent } from '../config/role-agent.ts';
import type { Config } from '../config/schema.ts';
import { parseAcpChoice } from './acp-choice.ts';

function configOf(value: unknown): Config {
  const read = readConfig(value);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.config;
}

test.each([
  ['nobody', undefined],
  ['an agent by its name', 'gemini' as const],
  ['any program', { command: ['my-agent', '--acp'], modes: { review: 'look' }, env: ['MY_KEY'] }],
])('records %s as one text and reads it again', (_, choice) => {
  expect(parseAcpChoice(settingToText(choice))).toEqual(choice);
});

test.each([
  ['a name that nobody knows', { agent: { acp: 'nobody' } }, /agent\.acp/],
  ['a command without a word', { agent: { acp: { command: [] } } }, /agent\.acp/],
  ['a setting that is not there', { agent: { acp: { command: ['x'], modus: {} } } }, /agent\.acp/],
])('reports the path of %s', (_, value, place) => {
  const read = readConfig(value);
  expect(read.ok ? [] : read.problems.map(({ path }) => path)).toEqual([expect.stringMatching(place)]);
});

describe('a role with another agent', () => {
  const agent = { provider: 'acp', acp: 'opencode', model: 'anthropic/large', baseUrl: 'https://here' };

  test('inherits neither model nor endpoint', () => {
    const config = configOf({ agent, roles: { 'converge.reviewer': { acp: 'gemini' } } });
    expect(resolveRoleAgent(config, 'converge.reviewer', {})).toMatchObject({ provider: 'acp', acp: 'gemini' });
    expect(resolveRoleAgent(config, 'converge.reviewer', {})).not.toHaveProperty('model');
    expect(resolveRoleAgent(config, 'converge.reviewer', {})).not.toHaveProperty('baseUrl');
  });

  test('inherits both if the agent is the same', () => {
    const config = configOf({ agent, roles: { 'converge.reviewer': { acp: 'opencode' } } });
    expect(resolveRoleAgent(config, 'converge.reviewer', {})).toMatchObject({
      model: 'anthropic/large',
      baseUrl: 'https://here',
    });
  });
});
