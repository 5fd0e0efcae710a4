/** The liars that go through the real command: each kind once, spread over the workflows. */
import type { Files } from '../../testing/prove.ts';
import { type Liar, liars } from './liars.ts';
import { type AttackedWorkflow, attackedWorkflows, type Claimed } from './lie-by-command.ts';
import { plantedLiars } from './planted-liars.ts';
import { nodeTest } from './small-repositories.ts';

export interface CommandLiar extends Claimed {
  readonly name: string;
  readonly promise: string;
  readonly workflow: AttackedWorkflow;
  readonly stop: Stop;
}

/** How the command ends: with an open question, or without passes. */
type Stop =
  | { readonly exitCode: 8; readonly asked: readonly [string] }
  | { readonly exitCode: 5; readonly asked: readonly [] };

const askedAbout = (header: string): Stop => ({ exitCode: 8, asked: [header] });

/** Without a witness, the work goes back; converge and plans have no further pass here. */
const backIn: Readonly<Record<AttackedWorkflow, Stop>> = {
  converge: askedAbout('Passes'),
  plan: { exitCode: 5, asked: [] },
  task: askedAbout('Witness'),
  mission: askedAbout('Witness'),
};

function stopOf(workflow: AttackedWorkflow, { reason, kind }: Pick<Liar, 'reason' | 'kind'>): Stop {
  if (reason === 'promise') return askedAbout('Promise');
  return reason === 'reads-runner' || kind === 'config' ? askedAbout('Witness') : backIn[workflow];
}

const byWorkflow: Readonly<Record<AttackedWorkflow, readonly string[]>> = {
  converge: [
    'node: an empty change',
    'node: only a note',
    'node: code without a test',
    'node: a test of what worked before',
    'node: an import and a true assertion',
    'node: a call without an assertion',
    'node: an assertion inside try and catch',
    'node: the code of the function in its source',
    'node: the whole source of the code',
    'node: an exit of the process before the tests',
    'node: an exit of the process in the first test',
    'node: tests that are skipped under a condition',
    'node: code that works only under node:test',
    'node: the product and its test break together',
    'node: an assertion becomes true, and the product breaks',
    'node: an assertion compares less with the same form, and the product breaks',
    'node: an old test runs its own copy of the code beside honest work',
    'node: a test removes the report',
    'node: documents with code',
    'node: a configuration that changes nothing',
    'pytest: an assertion of a pair, which is always true',
    'pytest: an exit of the process when it is loaded',
  ],
  plan: [
    'node: only a comment in the code',
    'node: a test of its own copy of the code',
    'node: the type of the function',
    'node: an assertion library that asserts nothing',
    'node: an exit of the process in the code',
    'node: an old test is deleted, and the product breaks',
    'node: a refactoring with a changed test',
    'node: code that works only under jest',
  ],
  task: [
    'node: an import that may fail',
    'node: a call that throws nothing',
    'node: the existence of the file',
    'node: tests behind a false condition',
    'node: an old test is skipped, and the product breaks',
    'node: a result that is not the input',
  ],
  mission: [
    'node: assertions only if the function is there',
    'node: a result that is compared with itself',
    'node: a module that checks itself when it is loaded',
    'node: another function with the name test',
    'node: an old test becomes empty, and the product breaks',
    'node: a given command that only runs tests',
  ],
};

const proofLiar = (workflow: AttackedWorkflow, name: string): CommandLiar => {
  const liar = liars.find((one) => one.name === name);
  if (liar === undefined) throw new Error(`no liar has the name ${name}`);
  const { runner, base, change, given, kind, promise } = liar;
  return {
    name,
    promise,
    workflow,
    stop: stopOf(workflow, liar),
    runner,
    change,
    ...(base ? { base } : {}),
    ...(given ? { given } : {}),
    ...(kind ? { kind } : {}),
  };
};

/** Changes of what a check executes: no person allows them. */
const planted: readonly CommandLiar[] = plantedLiars.map(({ asked, ...liar }) => ({
  ...liar,
  promise: 'A check executes what it executed on the base.',
  workflow: 'converge',
  stop: askedAbout(asked),
  isRefused: true,
}));

export const commandLiars: readonly CommandLiar[] = [
  ...attackedWorkflows.flatMap((workflow) => byWorkflow[workflow].map((name) => proofLiar(workflow, name))),
  ...planted,
];

const discount = 'export function discount(total, percent) {\n  return total - (total * percent) / 100;\n}\n';
const honest: Files = {
  'src/discount.js': discount,
  'src/discount.test.js': nodeTest("test('discounts', () => {\n  assert.equal(discount(100, 10), 90);\n});"),
};

/** The same agents and people, and a change that does what it says. */
export const honestClaim: Claimed = { runner: 'node', change: honest };
