/** Tests the model of each role: presets by tier, free text, and no model by default (W-62 to W-67, W-115). */
import { describe, expect, test } from 'vitest';
import type { AgentInput } from '../../effects/agent.ts';
import { surveyChange } from '../../effects/checkout.ts';
import { sampleArtifact } from '../../journal/artifact.ts';
import { task } from './machine.ts';
import { configOf, type ModelConfig, readModelText } from './models.ts';
import type { TaskMode } from './session.ts';
import type { Task } from './state.ts';
import { taskJob, taskSession } from './testing/tasks.ts';

const survey = surveyChange.samples[0];
const inMode = (mode: TaskMode, model: ModelConfig) =>
  ({ ...taskSession, mode, model, conventions: 'skipped' }) as const;
const order = { because: 'round', failure: '' } as const;

/** Every state that calls an agent. */
const states = (model: ModelConfig): readonly Task[] => [
  { ...inMode('single', model), at: 'scanning', retriesLeft: 2 },
  ...(['single', 'standard', 'multi'] as const).flatMap((mode): readonly Task[] => [
    { ...inMode(mode, model), at: 'planning' },
    { ...inMode(mode, model), at: 'implementing', ...order },
  ]),
  { ...inMode('multi', model), at: 'critiquing' },
  ...(['standard', 'multi'] as const).flatMap((mode): readonly Task[] => [
    { ...inMode(mode, model), at: 'synthesising' },
    { ...inMode(mode, model), at: 'drafting' },
    { ...inMode(mode, model), at: 'advising' },
  ]),
  { ...inMode('single', model), job: taskJob, at: 'wording', survey: survey as never, failure: '' },
  { ...inMode('single', model), at: 'proposing', files: [] },
  { ...inMode('single', model), at: 'evaluating', changed: sampleArtifact },
];

/** The requested model, by role. */
const modelsFor = (model: ModelConfig): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    states(model).flatMap((state) =>
      Object.values(task.steps.get(state.at)?.needs(state) ?? {}).map(({ input }) => {
        const call = input as AgentInput;
        return [call.role.slice('task.'.length), call.model];
      }),
    ),
  );

const byTier = (executor?: string, advisor?: string, evaluator?: string) => ({
  architect: advisor,
  'senior-developer': advisor,
  'qa-specialist': advisor,
  'planner-single': advisor,
  'synthesis-standard': advisor,
  synthesis: advisor,
  'cross-critique': advisor,
  'combined-advisor': advisor,
  'code-quality-advisor': advisor,
  'test-stability-advisor': advisor,
  'lead-developer': executor,
  'generator-single': executor,
  implementation: executor,
  'implementation-standard': executor,
  evaluator,
});

describe('models', () => {
  test.each([
    [
      'all-opus',
      'opus',
      { ...byTier('opus', 'opus', 'opus'), 'convention-scanner': 'opus', 'auto-fix-proposer': 'opus' },
    ],
    [
      'balanced',
      'sonnet',
      { ...byTier('sonnet', 'opus', 'opus'), 'convention-scanner': 'opus', 'auto-fix-proposer': 'opus' },
    ],
    [
      'economy',
      'haiku',
      { ...byTier('haiku', 'sonnet', 'sonnet'), 'convention-scanner': 'haiku', 'auto-fix-proposer': 'sonnet' },
    ],
    ['default', 'haiku', { ...byTier(), 'convention-scanner': undefined, 'auto-fix-proposer': 'opus' }],
  ] as const)(
    'W-65, W-66, W-67 %s gives every role the model of its tier, and the verifier its own',
    (preset, verifier, expected) => {
      expect(modelsFor(configOf(preset, verifier))).toEqual({ ...expected, verifier });
    },
  );

  test('W-64 the preset default names only the verifier', () => {
    expect(configOf('default', 'haiku')).toEqual({ preset: 'default', verifier: 'haiku' });
  });

  test.each([
    ['executor:haiku', { executor: 'haiku', advisor: 'opus', evaluator: 'opus' }],
    [' Advisor : Sonnet , evaluator:haiku', { executor: 'sonnet', advisor: 'sonnet', evaluator: 'haiku' }],
    ['executor:opus,advisor:opus,evaluator:opus', { executor: 'opus', advisor: 'opus', evaluator: 'opus' }],
  ])('W-63 parses %j; missing tiers come from balanced', (text, tiers) => {
    expect(readModelText(text, 'haiku')).toEqual({ preset: 'custom', ...tiers, verifier: 'haiku' });
  });

  test.each([
    '',
    'opus',
    'executor',
    'executor:',
    'executor:gpt',
    'boss:opus',
    'executor:opus:x',
    'executor:opus,',
    'executor:opus,executor:haiku',
    'toString:opus',
    'verifier:opus',
  ])('W-63 rejects %j', (text) => {
    expect(readModelText(text, 'haiku')).toBeUndefined();
  });
});
