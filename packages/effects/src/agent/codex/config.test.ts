import { expect, test } from 'vitest';
import { type CodexLaunch, codexConfig, toToml } from './config.ts';

const launch: CodexLaunch = {
  request: { mode: 'exec', stable: 'Role: a.tester\n\nSay "hi".' },
  credential: { is: 'key', value: 'the-key' },
  baseUrl: undefined,
  retries: 2,
  untrusted: ['/a/.harness/"x"'],
  sandbox: { isOff: false, writable: ['/home'], readable: ['/run'], hidden: ['/secret'] },
};

test('F1 a folder is not trusted, whatever its name', () => {
  expect(toToml(codexConfig(launch))).toContain(
    String.raw`"projects" = { "/a/.harness/\"x\"" = { "trust_level" = "untrusted" } }`,
  );
});

test("F2 the config names the key's variable and never holds the key", () => {
  const text = toToml(codexConfig(launch));
  expect(text).not.toContain('the-key');
  expect(text).toContain('"env_key" = "OPENAI_API_KEY"');
});

test('F3 allows at least one retry, so that its time is known, and at most the configured number', () => {
  const providerOf = (retries: number) => codexConfig({ ...launch, retries })['model_providers'];
  expect(providerOf(0)).toMatchObject({ harness: { request_max_retries: 0, stream_max_retries: 1 } });
  expect(providerOf(2)).toMatchObject({ harness: { request_max_retries: 2, stream_max_retries: 2 } });
  expect(codexConfig(launch)['features']).toMatchObject({ unbounded_connection_retries: false });
});

test('F4 the text before the prompt does not depend on the folder', () => {
  const { developer_instructions, include_permissions_instructions } = codexConfig(launch);
  expect([developer_instructions, include_permissions_instructions]).toEqual([launch.request.stable, false]);
});

test("a login uses its own endpoint unless one is configured; a key uses the provider's endpoint", () => {
  const harness = (more: Partial<CodexLaunch>) =>
    (codexConfig({ ...launch, ...more })['model_providers'] as { harness: Record<string, unknown> }).harness;
  const login = { credential: { is: 'login', file: '/x' } } as const;
  expect(harness({})['base_url']).toBe('https://api.openai.com/v1');
  expect(harness(login)).not.toHaveProperty('base_url');
  expect(harness(login)).toMatchObject({ requires_openai_auth: true });
  expect(harness({ ...login, baseUrl: 'http://h/v1' })['base_url']).toBe('http://h/v1');
});

test('only exec may write to its folders and use the network; hidden folders are denied in every mode', () => {
  const of = (mode: 'exec' | 'review', isOff = false) => {
    const config = codexConfig({
      ...launch,
      request: { ...launch.request, mode },
      sandbox: { ...launch.sandbox, isOff },
    });
    return { name: config['default_permissions'], ...(config['permissions'] as object | undefined) };
  };
  const common = { ':tmpdir': 'write', ':slash_tmp': 'read', '/run': 'read', '/secret': 'deny' };
  const working = { extends: ':workspace', filesystem: { ...common, '/home': 'write' }, network: { enabled: true } };
  expect(of('exec')).toEqual({ name: 'harness', harness: working });
  expect(of('review')).toEqual({ name: 'harness', harness: { extends: ':read-only', filesystem: common } });
  expect(of('review', true)).toEqual({ name: ':danger-full-access' });
  expect(of('exec', true)).toEqual({ name: ':danger-full-access' });
});

test('only the mode complete has no commands', () => {
  const features = (mode: 'exec' | 'review' | 'complete') =>
    codexConfig({ ...launch, request: { ...launch.request, mode } })['features'];
  expect(features('complete')).toMatchObject({ shell_tool: false, unified_exec: false });
  expect(features('review')).not.toHaveProperty('shell_tool');
  expect(features('exec')).not.toHaveProperty('shell_tool');
});

test('writes every kind of value as TOML', () => {
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
