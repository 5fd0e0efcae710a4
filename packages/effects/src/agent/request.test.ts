/** Tests the requests of all roles: the stable part is identical to the byte, and what differs comes last. */
import { isAbsolute } from 'node:path';
import { sampleArtifact } from '@harness/core/journal/artifact';
import { roleIds } from '@harness/core/role/role-ids';
import { sampleScreens } from '@harness/core/testing/screens';
import {
  diagnosticianInput,
  executorInput,
  integratorInput,
  plannerInput,
  reviewerInput,
} from '@harness/core/workflows/autopilot/roles/testing/inputs';
import {
  issueDiscovererInput,
  issuePlannerInput,
  issueReviewerInput,
  issueWorkerInput,
} from '@harness/core/workflows/issues/testing/inputs';
import { roles } from '@harness/core/workflows/loaded';
import { inputs as taskInputs } from '@harness/core/workflows/task/roles/testing/inputs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whitelistFor } from './claude/mode.ts';
import { createRequest, type RequestInput } from './request.ts';

const red = { because: 'checks', red: [{ command: 'npm test', tail: 'red', log: null }] };
const contract = { contract: '# Search', checks: ['npm test'], problems: [] };
const inputs: Readonly<Record<string, object>> = {
  ...taskInputs,
  'converge.acceptance-writer': contract,
  'plans.acceptance-writer': contract,
  'mission.acceptance-writer': contract,
  'issues.planner': issuePlannerInput,
  'issues.worker': issueWorkerInput,
  'issues.reviewer': issueReviewerInput,
  'issues.discoverer': issueDiscovererInput,
  'task.acceptance-writer': contract,
  'autopilot.planner': plannerInput,
  'autopilot.executor': executorInput,
  'autopilot.verifier': { ...integratorInput, expanded: true },
  'autopilot.integrator': integratorInput,
  'autopilot.reviewer': reviewerInput,
  'autopilot.diagnostician': diagnosticianInput,
  'converge.implementer': { task: 'Add a login', checks: ['npm test'], repair: red },
  'converge.reviewer': { task: 'Add a login', diff: sampleArtifact },
  'plans.implementer': { task: '# Search', checks: ['npm test'], repair: null },
  'plans.fixer': { task: '# Search', checks: ['npm test'], repair: red, made: sampleArtifact },
  'plans.reviewer': { task: '# Search', diff: sampleArtifact },
  'plans.ui-reviewer': { task: '# Search', diff: sampleArtifact, ...sampleScreens },
  'plans.site-analyst': { url: 'https://a.example/', digest: sampleArtifact, pages: ['https://a.example/'] },
  'plans.preparer': { task: '# Search', diff: sampleArtifact, checks: ['npm test'] },
  'plans.merge-checker': { task: '# Search', diff: sampleArtifact, body: sampleArtifact, evidence: 'kept/e2e-verify' },
  'plans.fidelity': { spec_path: 'docs/spec.md', spec: sampleArtifact, plans: sampleArtifact, files: sampleArtifact },
  'plans.planner': {
    spec_path: 'docs/spec.md',
    spec: sampleArtifact,
    plans: sampleArtifact,
    criteria: sampleArtifact,
    context: sampleArtifact,
    known: { active: ['0001'], completed: [], tags: ['a'] },
    most: 30,
  },
  'mission.planner': { spec_path: 'SPEC.md', spec: sampleArtifact, cwd: 'lane' },
  'mission.plan-reviewer': { spec: sampleArtifact, features: { file: 'f' }, contract: { file: 'c' } },
  'mission.orchestrator': {
    board: { features: [], lanesFree: 1, openIssues: 0, checkpoints: [], granted: [] },
    iteration: 1,
    refused: '',
  },
  'mission.worker': {
    feature: 'F-001',
    round: 1,
    task: sampleArtifact,
    checks: ['npm test'],
    ruling: 'blue',
    cwd: 'lane',
    told: { is: 'setback', text: sampleArtifact },
  },
  'mission.validator': { feature: 'F-001', round: 1, task: sampleArtifact, green: ['npm test'], cwd: 'lane' },
  'mission.curator': {
    features: [{ id: 'F-001', status: 'passed', attempts: 1 }],
    ending: 'done',
    raw: { file: 'r' },
    long: { file: 'm' },
    cwd: '.',
  },
  'mission.documenter': { features: ['F-001'], outline: sampleArtifact, cwd: 'lane' },
  'mission.debugger': { feature: 'F-001', attempts: 3, task: sampleArtifact, setback: sampleArtifact, cwd: 'lane' },
  'mission.ui-qa': { feature: 'F-001', task: sampleArtifact, url: 'http://a/', ...sampleScreens, cwd: 'lane' },
  'mission.crosscheck': { feature: 'F-001', task: sampleArtifact, cwd: 'lane' },
  'mission.architect': { feature: 'F-001', attempts: 3, task: sampleArtifact, setback: sampleArtifact, cwd: 'lane' },
};
const known = Object.keys(roles);

/** Everything that may differ between two calls: the task in any language, paths, the pass, the instructions. */
const differing = fc.record({
  text: fc.string({ unit: 'binary', minLength: 1 }),
  run: fc.stringMatching(/^[a-z]{1,8}$/),
  cwd: fc.stringMatching(/^[a-z]{1,8}(\/[a-z0-9-]{1,8}){0,3}$/),
  move: fc.nat({ max: 40 }),
  date: fc.date({ noInvalidDate: true }),
  words: fc.string(),
});
type Differing = typeof differing extends fc.Arbitrary<infer Value> ? Value : never;

/** The same fields with other text in them; references to a text stay. */
const withOtherText = (input: object, text: string) =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' && name !== 'persona' ? `${text} ${value}` : value,
    ]),
  );

function requestInput(id: string, { text, run, cwd, move, date, words }: Differing): RequestInput {
  const role = roles[id];
  if (!role) throw new Error(`No role ${id}`);
  const call = {
    role: id,
    item: null,
    workplace: { cwd, checkpoint: text },
    input: withOtherText(inputs[id] ?? {}, text),
  };
  return {
    run,
    key: `${move}/call`,
    call,
    role,
    earlier: undefined,
    family: [],
    repo: `/${cwd}/${date.toISOString()}`,
    runFolder: `/${run}`,
    model: undefined,
    words,
    heard: '',
    session: null,
    writes: undefined,
  };
}

test('every role has an example input', () => {
  expect(known.filter((id) => inputs[id] === undefined)).toEqual([]);
  expect(known.filter((id) => !(roleIds as readonly string[]).includes(id))).toEqual([]);
});

test.each(known)('%s: the stable part and the tools are the same for every input', (id) => {
  fc.assert(
    fc.property(differing, differing, (one, other) => {
      const [first, second] = [one, other].map((each) => createRequest(requestInput(id, each), () => each.text));
      expect(second?.stable).toBe(first?.stable);
      expect(second && whitelistFor(second).tools).toEqual(first && whitelistFor(first).tools);
    }),
    { numRuns: 25 },
  );
});

test.each(known)('%s: its first line names it, and it holds neither a date nor an absolute path', (id) => {
  const { stable } = createRequest(requestInput(id, example), () => '');
  expect(stable.split('\n')[0]).toBe(`Role: ${id}`);
  expect(stable).not.toMatch(/\b20\d\d-\d\d-\d\d\b/);
  expect(stable.split(/[\s`'"(]+/).filter((word) => isAbsolute(word) && word.length > 1)).toEqual([]);
});

test.each(known)('%s: the prompt starts with the part that is the same in all calls of a run', (id) => {
  fc.assert(
    fc.property(differing, (one) => {
      const { prompt, opening = [] } = createRequest(requestInput(id, one), () => one.text);
      expect(prompt.startsWith(opening.join('\n\n'))).toBe(true);
      expect(opening[0]?.startsWith(one.words) ?? one.words === '').toBe(true);
    }),
    { numRuns: 25 },
  );
});

test('two passes of a run start with the same instructions and the same task', () => {
  const twice = ['first diff', 'second diff'].map((diff) =>
    createRequest(requestInput('converge.reviewer', example), () => diff),
  );
  expect(twice[0]?.opening?.[0]).toBe(twice[1]?.opening?.[0]);
  expect(twice[0]?.opening?.[0]).toContain('Add a login');
  expect(twice.map(({ prompt }) => prompt.includes('first diff'))).toEqual([true, false]);
});

test('a later review repeats the prompt of the earlier one and adds the changes since', () => {
  const input = requestInput('converge.reviewer', example);
  const steps = ['first', 'second'].map((name) => ({ path: `artifacts/${name}.diff`, sha256: '', bytes: 1 }));
  const call = { ...input.call, input: { ...(input.call.input as object), diff: steps[0], steps } };
  const read = (text: unknown) => (text as { readonly path: string }).path;
  const first = createRequest(
    { ...input, call: { ...call, input: { ...call.input, steps: steps.slice(0, 1) } } },
    read,
  );
  const later = createRequest({ ...input, call }, read);
  expect(later.prompt.startsWith(first.prompt)).toBe(true);
  expect(later.opening).toEqual([...(first.opening ?? []), expect.stringContaining('artifacts/second.diff')]);
});

const example: Differing = {
  text: 'this',
  run: 'r',
  cwd: 'lanes/r',
  move: 3,
  date: new Date('2026-01-02'),
  words: 'Be brief.',
};

test('W-11 the prompt asks for texts in the language of the person, after the parts that every call has', () => {
  const promptIn = (id: string, language: string) =>
    createRequest({ ...requestInput(id, example), language }, () => 'a diff').prompt;
  const wish = 'Write everything that people read in German.';
  expect(promptIn('converge.reviewer', 'de')).toContain(wish);
  expect(promptIn('converge.reviewer', 'de').startsWith(promptIn('converge.reviewer', ''))).toBe(true);
  for (const language of ['', 'en', 'en-GB'])
    expect(promptIn('converge.reviewer', language)).not.toContain('people read');
  expect(promptIn('task.planner-single', 'de')).not.toContain(wish); // it gets `user_lang`
});
