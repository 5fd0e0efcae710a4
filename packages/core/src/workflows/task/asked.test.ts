/** Checks which roles the task calls and which variables each gets; scripts rely on the variable names. */
import { expect, test } from 'vitest';
import { patchFile } from '../../checkout/patch.ts';
import type { AgentInput } from '../../effects/agent.ts';
import { sampleArtifact } from '../../journal/artifact.ts';
import { roleIds } from '../../role/role-ids.ts';
import { isText } from '../../text/text.ts';
import { task } from './machine.ts';
import { taskModes } from './session.ts';
import type { Task } from './state.ts';
import { taskSession } from './testing/tasks.ts';

const survey = { changed: sampleArtifact, count: 1, outside: [], outsideCount: 0, weakened: [], changes: true };

/** Every state that calls an agent, in every mode that reaches it. */
const states = taskModes.flatMap((mode): readonly Task[] => {
  const s = { ...taskSession, mode };
  const planned = mode === 'single' ? [] : [{ ...s, at: 'synthesising' } as const, { ...s, at: 'drafting' } as const];
  return [
    { ...s, at: 'scanning', retriesLeft: 2 },
    { ...s, at: 'planning' },
    ...(mode === 'multi' ? [{ ...s, at: 'critiquing' } as const] : []),
    ...planned,
    ...(mode === 'single' ? [] : [{ ...s, at: 'advising' } as const]),
    { ...s, at: 'implementing', because: 'layer1', failure: 'FAIL — test: red' },
    { ...s, at: 'wording', survey, failure: '' },
    { ...s, at: 'proposing', files: ['a.ts'] },
    { ...s, at: 'evaluating', changed: sampleArtifact },
  ];
});

const asked = states.flatMap((state) =>
  Object.values(task.steps.get(state.at)?.needs(state) ?? {}).map(({ kind, input }) => {
    expect(kind).toBe('agent');
    return input as AgentInput & { readonly input: Readonly<Record<string, unknown>> };
  }),
);

const planner = [
  'task_description',
  'repo_path',
  'lang',
  'scope',
  'user_lang',
  'qa_discovery_notes',
  'critic_findings',
  'conventions',
];
const persona = [...planner, 'output_path'];
const synthesis = ['task_description', 'user_lang', 'all_proposals', 'spec_path'];
const building = ['spec_content', 'qa_feedback', 'repo_path', 'lang', 'scope', 'max_files', 'user_lang'];
const retry = ['verify_failure', 'verify_report_path'];
const generator = [...building, 'round_num', 'changes_path', ...retry];
const advisor = ['spec_content', 'plan_content', 'repo_path', 'lang', 'test_cmd', 'user_lang', 'output_path'];
const commands = ['build_cmd', 'test_cmd'];

const variables: Readonly<Record<string, readonly string[]>> = {
  'task.convention-scanner': ['repo_path', 'lang', 'scope', 'output_path'],
  'task.planner-single': [...planner, 'spec_path'],
  'task.architect': persona,
  'task.senior-developer': persona,
  'task.qa-specialist': persona,
  'task.cross-critique': ['task_description', 'user_lang', 'persona', 'other_proposals', 'output_path'],
  'task.synthesis-standard': synthesis,
  'task.synthesis': [...synthesis, 'all_critiques'],
  'task.generator-single': generator,
  'task.lead-developer': [...building, 'output_path'],
  'task.combined-advisor': advisor,
  'task.code-quality-advisor': advisor,
  'task.test-stability-advisor': advisor,
  'task.implementation-standard': [...generator, 'plan_content', 'advisor_review'],
  'task.implementation': [...generator, 'plan_content', 'code_quality_review', 'test_stability_review'],
  // For these two the harness adds its own results: the verifier only words them.
  'task.verifier': [
    ...commands,
    'lint_cmd',
    'type_check_cmd',
    'changes_md_path',
    'verify_report_path',
    'todo_blocking',
    'verify_report',
    'user_lang',
  ],
  'task.auto-fix-proposer': ['spec_path', 'changes_md_path', 'verify_report_path', 'failing_files_list', 'output_path'],
  'task.evaluator': [
    'spec_content',
    'changed_files_list',
    'test_available',
    ...commands,
    'round_num',
    'scope',
    'user_lang',
    'qa_report_path',
    'verify_context',
  ],
};

test('W-171 the workflow calls all eighteen roles', () => {
  // The tests of another role are written by a child run.
  const ids = roleIds.filter((id) => id.startsWith('task.') && id !== 'task.acceptance-writer');
  expect(ids).toHaveLength(18);
  expect([...new Set(asked.map(({ role }) => role))].sort()).toEqual([...ids].sort());
});

test.each(Object.entries(variables))('W-106 W-113 W-172 %s gets exactly these variables', (role, names) => {
  const calls = asked.filter((call) => call.role === role);
  expect(calls.length).toBeGreaterThan(0);
  for (const { input } of calls) expect(Object.keys(input).sort()).toEqual([...names].sort());
});

test('W-150 W-151 the proposer gets only paths; other roles get contents in variables', () => {
  const [proposer] = asked.filter(({ role }) => role === 'task.auto-fix-proposer');
  expect(Object.values(proposer?.input ?? {}).every((value) => typeof value === 'string')).toBe(true);
  expect(proposer?.input).toMatchObject({ failing_files_list: 'a.ts', output_path: patchFile });
  for (const { role, input } of asked.filter(({ role: id }) =>
    /generator|implementation|advisor|lead|evaluator/.test(id),
  ))
    expect(isText(input['spec_content']), role).toBe(true);
});

test('W-149 the state of a session holds no agent text: the prompt reads contents from files', () => {
  const files = asked.flatMap(({ input }) => Object.values(input).filter(isText));
  expect(files.length).toBeGreaterThan(20);
  for (const text of files) expect(JSON.stringify(text).length).toBeLessThan(600); // one or a few file names
});
