/** Requirements of plans as a whole: roles, boundaries between packages, and the place of each part. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configSchema } from '@harness/core/config/schema';
import { providerNames } from '@harness/core/providers/providers';
import { roles } from '@harness/core/workflows/loaded';
import { describe, expect, test } from 'vitest';
import { commands } from '../cli/commands.ts';
import { resolveAgents } from '../providers/agents.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { repository } from '../testing/command.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const sources = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file.includes('/src/') && !/\.(test|slow|suite|contract)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, 'packages', file), 'utf8') }));
const importing = (names: RegExp) => sources.filter(({ text }) => names.test(text)).map(({ file }) => file);

const planRoles = Object.values(roles).filter(({ id }) => id.startsWith('plans.'));

describe('roles', () => {
  test('D-07 each is a separate role with its instructions, permissions and answer contract', () => {
    expect(planRoles.map(({ id }) => id.slice('plans.'.length)).sort()).toEqual([
      ...[
        'acceptance-writer',
        'fidelity',
        'fixer',
        'implementer',
        'merge-checker',
        'planner',
        'preparer',
        'reviewer',
        'site-analyst',
      ],
      'ui-reviewer',
    ]);
    expect(new Set(planRoles.map(({ instructions }) => instructions)).size).toBe(planRoles.length);
    for (const { id, read } of planRoles.filter(({ mode }) => mode !== 'exec'))
      expect([id, read({ text: 'whatever comes to mind' }).ok]).toEqual([id, false]);
  });

  test('D-16, D-17, D-18 working roles have tools, judging roles only read, writing roles have no tools', () => {
    const having = (mode: string) =>
      planRoles
        .filter((role) => role.mode === mode)
        .map(({ id }) => id.slice('plans.'.length))
        .sort();
    expect(having('exec')).toEqual(['acceptance-writer', 'fixer', 'implementer']);
    expect(having('review')).toEqual(['fidelity', 'merge-checker', 'reviewer', 'ui-reviewer']);
    expect(having('complete')).toEqual(['planner', 'preparer', 'site-analyst']); // the preparer: decision 41
  });
});

describe('agents are called through one interface', () => {
  test('D-09 only its folder imports the SDKs', () => {
    const sdks = /from '(@anthropic-ai\/|@openai\/|@agentclientprotocol\/)/;
    expect(importing(sdks).filter((file) => !/^effects\/src\/(agent|testing)\//.test(file))).toEqual([]);
    expect(importing(sdks).length).toBeGreaterThan(5);
  });

  test('D-10 no other module calls a model endpoint or starts an agent program', () => {
    const direct = /api\.anthropic\.com|api\.openai\.com|v1\/messages|v1\/responses/;
    const known = /^effects\/src\/(agent|testing)\/|^core\/src\/providers\//;
    expect(importing(direct).filter((file) => !known.test(file))).toEqual([]);
  });

  test('D-19, D-71 claude and codex are chosen by configuration: no role, machine or command names one', () => {
    expect(providerNames).toEqual(expect.arrayContaining(['claude', 'codex']));
    const naming = sources.filter(
      ({ file, text }) => /^core\/src\/(roles|workflows)\//.test(file) && /'(claude|codex)'/.test(text),
    );
    expect(naming.map(({ file }) => file)).toEqual([]);
    const config = { agent: { provider: 'codex' }, roles: { 'plans.reviewer': { provider: 'claude' } } };
    expect(configSchema.safeParse(config).success).toBe(true);
  });

  test('D-21 an unknown provider is refused by the schema, and also when its agent is opened', async () => {
    const repo = repository();
    repo.write('repo/harness.config.json', JSON.stringify({ agent: { provider: 'oracle' } }));
    const refused = await repo.run('doctor');
    expect([refused.exitCode, `${refused.stdout}${refused.stderr}`]).toEqual([
      2,
      expect.stringContaining('agent.provider'),
    ]);
    const settings = { ...readSettings({}), provider: 'oracle' } as unknown as Settings;
    await expect(resolveAgents(settings, 'plan')).rejects.toThrow();
  });
});

describe('parts', () => {
  /** D-13 and D-14 name packages and files of an earlier layout; this maps them to their current place. */
  const parts: Readonly<Record<string, string>> = {
    'agent-runner': 'effects/src/agent/provider.ts',
    'harness-config': 'core/src/config/schema.ts',
    planner: 'core/src/workflows/planning/machine.ts',
    'fidelity-check': 'core/src/workflows/fidelity/machine.ts',
    'release-gate': 'core/src/release-gate/judge.ts',
    'plan-graph': 'core/src/plans/graph.ts',
    'run-budget': 'core/src/budget/ceiling.ts',
    'context-ingest': 'core/src/plans/context.ts',
    'site-reverse': 'core/src/workflows/site-reverse/machine.ts',
    'cli.ts': 'harness/src/cli/commands.ts',
    'runner (runTask)': 'core/src/workflows/plan/machine.ts',
    'runner/sentinels': 'core/src/answer-contracts/findings.ts',
    'runner/dev-server': 'effects/src/dev-server/server.ts',
    'daemon.ts': 'harness/src/workflows/queue/run-daemon.ts',
    'control-server.ts': 'harness/src/control/server.ts',
    'state.ts': 'core/src/workflows/queue/document.ts',
    'merge-detector.ts': 'effects/src/forge/watch-work.ts',
  };

  test.each(Object.entries(parts))('D-13, D-14, D-80 %s is %s', (_, file) => {
    expect(existsSync(join(root, 'packages', file))).toBe(true);
  });

  test('D-70 one function resolves a plan, and one picks the next', () => {
    for (const name of ['resolvePlan', 'pickNextEligiblePlan'])
      expect(sources.filter(({ text }) => new RegExp(`function ${name}\\b|const ${name} =`).test(text))).toHaveLength(
        1,
      );
  });

  test('D-12 run, daemon, plan and fidelity are commands of one binary, for any repository', () => {
    const names = commands.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['run', 'daemon', 'plan', 'fidelity']));
  });

  test('D-74 the pages about configuration and agents name every section and every mode', () => {
    const page = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');
    for (const section of ['planDir', 'agent', 'devServer', 'e2e', 'fidelity', 'releaseGate', 'daemon', 'control'])
      expect(page('CONFIG.md')).toContain(section);
    for (const mode of ['exec', 'review', 'complete']) expect(page('AGENT_RUNNER.md')).toContain(mode);
  });
});
