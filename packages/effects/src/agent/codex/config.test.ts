import { expect, test } from 'vitest';
import { type CodexLaunch, codexConfig, toToml } from './config.ts';

const told: CodexLaunch = {
  request: { mode: 'exec', stable: 'Role: a.tester\n\nSay "hi".' },
  credential: { is: 'key', value: 'the-key' },
  baseUrl: undefined,
  retries: 2,
  untrusted: ['/a/.harness/"x"'],
  sandbox: { isOff: false, writable: ['/home'], readable: ['/run'], hidden: ['/secret'] },
};

test('F1 a folder is not trusted, whatever its name', () => {
  expect(toToml(codexConfig(told))).toContain(
    String.raw`"projects" = { "/a/.harness/\"x\"" = { "trust_level" = "untrusted" } }`,
  );
});

test('F2 the key is named and never said', () => {
  const text = toToml(codexConfig(told));
  expect(text).not.toContain('the-key');
  expect(text).toContain('"env_key" = "OPENAI_API_KEY"');
});

test('F3 a further try is always asked for, so that its time is known, and at most as often as was said', () => {
  const providerOf = (retries: number) => codexConfig({ ...told, retries })['model_providers'];
  expect(providerOf(0)).toMatchObject({ harness: { request_max_retries: 0, stream_max_retries: 1 } });
  expect(providerOf(2)).toMatchObject({ harness: { request_max_retries: 2, stream_max_retries: 2 } });
  expect(codexConfig(told)['features']).toMatchObject({ unbounded_connection_retries: false });
});

test('F4 what stands before the prompt says nothing of the place', () => {
  const { developer_instructions, include_permissions_instructions } = codexConfig(told);
  expect([developer_instructions, include_permissions_instructions]).toEqual([told.request.stable, false]);
});

test('a login brings its own endpoint, unless one is said; a key has the provider’s', () => {
  const harness = (more: Partial<CodexLaunch>) =>
    (codexConfig({ ...told, ...more })['model_providers'] as { harness: Record<string, unknown> }).harness;
  const login = { credential: { is: 'login', file: '/x' } } as const;
  expect(harness({})['base_url']).toBe('https://api.openai.com/v1');
  expect(harness(login)).not.toHaveProperty('base_url');
  expect(harness(login)).toMatchObject({ requires_openai_auth: true });
  expect(harness({ ...login, baseUrl: 'http://h/v1' })['base_url']).toBe('http://h/v1');
});

test('who works writes in its folders with the network open, who does not writes nothing; nobody sees what is hidden', () => {
  const of = (mode: 'exec' | 'review', isOff = false) => {
    const config = codexConfig({ ...told, request: { ...told.request, mode }, sandbox: { ...told.sandbox, isOff } });
    return { name: config['default_permissions'], ...(config['permissions'] as object | undefined) };
  };
  const common = { ':tmpdir': 'write', ':slash_tmp': 'read', '/run': 'read', '/secret': 'deny' };
  const working = { extends: ':workspace', filesystem: { ...common, '/home': 'write' }, network: { enabled: true } };
  expect(of('exec')).toEqual({ name: 'harness', harness: working });
  expect(of('review')).toEqual({ name: 'harness', harness: { extends: ':read-only', filesystem: common } });
  expect(of('review', true)).toEqual({ name: ':danger-full-access' });
  expect(of('exec', true)).toEqual({ name: ':danger-full-access' });
});

test('only a role that completes has no commands', () => {
  const features = (mode: 'exec' | 'review' | 'complete') =>
    codexConfig({ ...told, request: { ...told.request, mode } })['features'];
  expect(features('complete')).toMatchObject({ shell_tool: false, unified_exec: false });
  expect(features('review')).not.toHaveProperty('shell_tool');
  expect(features('exec')).not.toHaveProperty('shell_tool');
});

test('every kind of value is TOML', () => {
  const config = { a: 'x\n"y"\u007f', b: 1.5, c: true, d: ['1', 2], e: {}, 'f.g': { h: [] } };
  expect(toToml(config)).toBe(
    String.raw`"a" = "x\n\"y\"\u007f"
"b" = 1.5
"c" = true
"d" = ["1", 2]
"e" = {  }
"f.g" = { "h" = [] }
`,
  );
});
