import { expect, test } from 'vitest';
import { childEnvironment } from './environment.ts';

test('passes the folders of tools', () => {
  const source = { HOME: '/home/me', LC_ALL: 'C', XDG_CACHE_HOME: '/c', JAVA_HOME: '/java', NODE_ENV: 'test' };
  expect(childEnvironment(source, {})).toEqual(source);
});

test.each(['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN', 'GITHUB_TOKEN', 'LINEAR_API_KEY'])(
  'does not pass %s',
  (name) => expect(childEnvironment({ [name]: 'secret' }, {})).toEqual({}),
);

test.each(['npm_config_engine_strict', 'npm_lifecycle_event', 'INIT_CWD', 'GIT_DIR', 'GIT_INDEX_FILE', 'NODE_OPTIONS'])(
  'does not pass %s of the parent process',
  (name) => expect(childEnvironment({ [name]: 'x' }, {})).toEqual({}),
);

test("removes npm's folders from PATH", () => {
  const path =
    '/clone/node_modules/.bin:/node_modules/.bin:/npm/run-script/lib/node-gyp-bin:/usr/bin:./node_modules/.bin';
  expect(childEnvironment({ PATH: path, npm_command: 'start' }, {})['PATH']).toBe('/usr/bin:./node_modules/.bin');
});

test("keeps a PATH without npm's folders", () => {
  expect(childEnvironment({ PATH: '/mine/node_modules/.bin:/usr/bin' }, {})['PATH']).toBe(
    '/mine/node_modules/.bin:/usr/bin',
  );
});

test('variables of this child override', () => {
  expect(childEnvironment({ HOME: '/a', CI: undefined }, { HOME: '/b', HARNESS_EFFECT: 'm' })).toEqual({
    HOME: '/b',
    HARNESS_EFFECT: 'm',
  });
});
