import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from '../../testing/command.ts';

test('A-100 A-107 the demo of autopilot needs only a clone: a retry, checkpoints, a raised phase, an override, a fix, a pull request', async () => {
  const here = repository();
  const { exitCode, stdout, stderr } = await here.start(['demo', 'autopilot'], { HARNESS_TRUST_WITNESS: 'ask' })
    .finished;
  const [copy = ''] = stdout.match(/\/\S*harness-demo-\S+/) ?? [];
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  expect(exitCode, `${stdout}${stderr}`).toBe(0);
  const story = [
    '3 phases in docs/changes/shop/proposal.md',
    'Auto-approved Phase 1: Tax | auto | low | no concerns | 3 tasks.',
    'Retry 1/3 of Compute the tax of an amount: obvious fix',
    '"to the nearest cent", answered by script',
    'complexity raised from medium to high by blast-radius',
    'Found plan: docs/changes/shop/plans/2026-01-05-currencies-plan.md',
    'Complexity: high triggered.',
    'witnessed: a receipt lists the lines and the total with tax',
    '"override", answered by script',
    'Pull request 1 is open',
    '3 phases, 6 tasks, 1 retry.',
    'Overridden findings: src/receipt.js:6 A receipt has no date',
  ];
  expect(story.filter((words) => !stdout.includes(words))).toEqual([]);
  const git = (...args: readonly string[]) => here.git('-C', copy, ...args);
  expect(git('log', '--reverse', '--format=%s').split('\n')).toEqual([
    'Hello',
    '[autopilot] Compute the tax of an amount',
    '[autopilot] Offer two ways to round',
    '[autopilot] Phase 1: Tax',
    '[autopilot] Phase 1: Tax',
    '[autopilot] Phase 2: Currencies',
    '[autopilot] Phase 2: Currencies',
    '[autopilot] Phase 3: Receipt',
    '[autopilot] Fix: Amounts are formatted in two places',
    '[autopilot] Phase 3: Receipt',
  ]);
  expect(git('status', '--porcelain', '--', ':(exclude).harness', ':(exclude).orchestrator')).toBe('');
  const roadmap = readFileSync(join(copy, 'docs/roadmap.md'), 'utf8');
  expect(roadmap).toContain('### Prices that customers trust\n\n- **Status:** done');
  expect(roadmap).toContain('### Gift cards\n\n- **Status:** backlog');
  expect(git('ls-tree', '--name-only', 'HEAD', 'docs/knowledge/decisions/')).toMatch(/0001-amounts-are-cents/);
  const session = join(copy, '.harness/sessions/changes--shop--proposal');
  const { decisions, finalReview } = JSON.parse(readFileSync(join(session, 'autopilot-state.json'), 'utf8')) as {
    decisions: { phase: number; decision: string; note?: string }[];
    finalReview: object;
  };
  expect(decisions.map(({ phase, decision, note }) => [phase, decision, note])).toEqual([
    [0, 'auto_approved_plan', undefined],
    [0, 'checkpoint_passed', 'Compute the tax of an amount'],
    [0, 'checkpoint_decision', 'Offer two ways to round: to the nearest cent: As our bank does.'],
    [1, 'approved_plan', undefined],
    [2, 'auto_approved_plan', undefined],
    [2, 'overrode_review', 'The printer adds the date.'],
  ]);
  expect(finalReview).toMatchObject({ status: 'passed', retryCount: 1 });
}, 300_000);
