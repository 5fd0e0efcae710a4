/** The tools of earlier systems about code and documents, through the real command. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repository } from '../testing/command.ts';
import { commandClient } from '../testing/mcp.ts';

const weeks = (values: readonly number[]) =>
  values.map((coupling, week) => ({
    capturedAt: new Date(Date.UTC(2026, 0, 1 + 7 * week)).toISOString(),
    commitHash: String(week),
    metrics: { coupling: { value: coupling } },
  }));

test('AO-32 AO-33 AO-34 context, forecast, blast radius and roadmap come from the repository, and no model is asked', async () => {
  const repo = repository();
  repo.write('repo/src/price.js', 'export const price = (n) => n;\n');
  repo.write('repo/src/cart.js', "import { price } from './price.js';\nexport const cart = () => price(1);\n");
  repo.write('repo/src/page.js', "import { cart } from './cart.js';\nexport const page = () => cart();\n");
  const roadmap =
    '# Roadmap\n\n## Milestone: One\n\n### Login\n- **Status:** planned\n- **Spec:** docs/changes/login/proposal.md\n';
  const file = repo.write('repo/docs/roadmap.md', roadmap);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Code');
  const specPath = 'docs/changes/login/proposal.md';
  const phases = [{ name: 'Core', status: 'complete' }];
  const state = { schemaVersion: 5, specPath, currentState: 'DONE', currentPhase: 0, phases };
  repo.write('repo/.harness/sessions/changes--login--proposal/autopilot-state.json', JSON.stringify(state));
  repo.write('repo/.harness/arch/timeline.json', JSON.stringify({ version: 1, snapshots: weeks([10, 20, 30]) }));
  const { call } = await commandClient(repo);

  expect((await call('compute_blast_radius', { files: ['src/price.js'] })).document).toMatchObject({
    modules: 2,
    seeds: ['src/price.js'],
    affected: [{ path: 'src/cart.js', probability: 0.8 }, { path: 'src/page.js' }],
  });
  const { forecasts } = (await call<{ forecasts: object[] }>('predict_failures')).document;
  expect(forecasts).toMatchObject([{ category: 'coupling', latest: 30, forecast: 150, probability: 1 }]);
  const gathered = await call('gather_context', { session: specPath, intent: 'Change src/price.js.' });
  expect(gathered.document).toMatchObject({
    state: { currentState: 'DONE', phases },
    graph: { named: ['src/price.js'], affected: ['src/cart.js', 'src/page.js'] },
    meta: { session: 'changes--login--proposal', errors: [] },
  });

  const change = { feature: 'Login', from: 'planned', to: 'done' };
  const shown = await call('manage_roadmap', { action: 'show' });
  expect(shown.document).toMatchObject({ features: [{ name: 'Login', status: 'planned', spec: specPath }] });
  const preview = await call('manage_roadmap', { action: 'sync' });
  expect(preview.document).toEqual({ version: 1, applied: false, changed: [change], kept: [] });
  expect(readFileSync(file, 'utf8')).toBe(roadmap);
  const applied = await call('manage_roadmap', { action: 'sync', apply: true });
  expect(applied.document).toEqual({ version: 1, applied: true, changed: [change], kept: [] });
  expect(readFileSync(file, 'utf8')).toContain('**Status:** done');
});
