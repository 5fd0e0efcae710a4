/** Makes a change through one workflow of the real command, with agents that claim that it is done and reviewers that believe it. */
import type { CommandResult, Repository } from '../../testing/command.ts';
import { repository } from '../../testing/command.ts';
import { successfulAnswers } from '../../testing/night.ts';
import type { Files } from '../../testing/prove.ts';
import { implementerAnswer, reviewerAnswer, script, usage } from '../../testing/scripts.ts';
import { planning, reviewing, validating, working } from '../../workflows/mission/testing/script.ts';
import { type SmallRunner, smallRepositories } from './small-repositories.ts';

type Answer = Readonly<Record<string, unknown>>;

export const attackedWorkflows = ['converge', 'plan', 'task', 'mission'] as const;
export type AttackedWorkflow = (typeof attackedWorkflows)[number];

/** A change, and what the task says about it. */
export interface Claimed {
  readonly runner: SmallRunner;
  readonly base?: Files;
  readonly change: Files;
  /** Commands that the agent runs after it wrote the files. */
  readonly run?: string;
  /** Default: the command of the runner. */
  readonly check?: string;
  readonly given?: readonly string[];
  readonly kind?: string;
  /** More settings of the repository. */
  readonly config?: object;
  /** No person allows an edit of tests, or of what a check executes. */
  readonly isRefused?: true;
}

export interface Ended extends CommandResult {
  /** Commits on branches that did not exist before. */
  readonly landed: readonly string[];
  /** Headers of the open questions. */
  readonly asked: readonly string[];
}

/** Every attempt of the agent writes the same. A person allows edits of tests, and leaves every other question open. */
export async function claim(workflow: AttackedWorkflow, claimed: Claimed): Promise<Ended> {
  const repo = repository();
  const { args, answers, people = [] } = prepare[workflow](repo, claimed);
  const consent = claimed.isRefused ? [] : [{ when: { header: 'Tests' }, choose: 'Allow' }];
  const before = new Set(repo.git('rev-list', '--branches').split('\n'));
  const agents = script(repo, answers, [...consent, ...people]);
  const ended = await repo.start([...args, '--no-input', '--script', agents], { HARNESS_TRUST_WITNESS: 'ask' })
    .finished;
  const landed = repo
    .git('rev-list', '--branches')
    .split('\n')
    .filter((commit) => !before.has(commit));
  const { questions } = await repo.json<{ questions: { header: string }[] }>('questions');
  return { ...ended, landed, asked: questions.map(({ header }) => header) };
}

interface Prepared {
  readonly args: readonly string[];
  readonly answers: readonly Answer[];
  readonly people?: readonly Answer[];
}

const prepare: Readonly<Record<AttackedWorkflow, (repo: Repository, claimed: Claimed) => Prepared>> = {
  converge(repo, claimed) {
    commitBase(repo, claimed, {});
    const checks = [checkOf(claimed), ...(claimed.given ?? [])].flatMap((check) => ['--check', check]);
    const kind = claimed.kind === undefined ? [] : ['--kind', claimed.kind];
    const steps = stepsOf(claimed);
    return {
      args: ['converge', 'Add discounts', ...checks, ...kind, '--passes', '1'],
      answers: [implementerAnswer({ steps, times: 9 }), reviewerAnswer('No findings.', { times: 9 })],
    };
  },
  plan(repo, claimed) {
    const kind = claimed.kind === undefined ? '' : `kind: ${claimed.kind}\n`;
    const plan = `---\nid: "0001"\ntitle: Discounts\nphase: one\nstatus: active\nestimated_passes: 1\n${kind}---\n\n# Discounts\n`;
    repo.write('repo/docs/exec-plans/active/0001-discounts.md', plan);
    commitBase(repo, claimed, {
      checks: onlyTest(claimed),
      forge: { kind: 'local' },
      agent: { maxReviewPasses: 1 },
    });
    const steps = stepsOf(claimed);
    const writers = ['plans.implementer', 'plans.fixer'].map((role) => ({
      when: { role },
      steps,
      reply: 'done',
      times: 9,
    }));
    return { args: ['run', '0001'], answers: [...writers, ...successfulAnswers.slice(1)] };
  },
  task(repo, claimed) {
    commitBase(repo, claimed, { checks: onlyTest(claimed) });
    const kind = claimed.kind === undefined ? '' : `\nKind: ${claimed.kind}\n`;
    const changes = '# Round 1 Changes\n## Modified Files\n- src/discount.js — discounts\n';
    const report = '## QA Report — Round 1\n\n### Verdict: PASS\n';
    const writing = (path: string, text: string) => [{ write: { path, text } }];
    const role = (name: string, steps: readonly Answer[], reply: string) => ({
      when: { role: `task.${name}` },
      steps,
      reply,
      times: 9,
    });
    return {
      args: ['task', 'Add discounts', '--mode', 'single', '--model-config', 'balanced'],
      answers: [
        role(
          'planner-single',
          writing('{spec_path}', `# Spec\n${kind}\n## Goal\nDiscounts.\n`),
          'spec.md generated — 1 acceptance criteria, 0 edge cases',
        ),
        role(
          'generator-single',
          [...stepsOf(claimed), ...writing('{changes_path}', changes)],
          '1 files changed — discount.js',
        ),
        role('evaluator', writing('{qa_report_path}', report), 'PASS — all'),
      ],
      people: [
        { when: { header: 'Convention Scan' }, choose: 'Skip' },
        { when: { header: 'Spec' }, choose: 'Proceed' },
        { when: { header: 'Commit' }, choose: 'Commit all' },
      ],
    };
  },
  mission(repo, claimed) {
    repo.write('repo/SPEC.md', '# A shop\n\nIt has discounts.\n');
    commitBase(repo, claimed, { checks: onlyTest(claimed) });
    const [verify] = claimed.given ?? [];
    const feature = { id: 'F-001', ...(verify === undefined ? {} : { verify: `\`${verify}\`` }) };
    return {
      args: ['mission'],
      answers: [planning(feature), reviewing(), working({ steps: stepsOf(claimed), times: 9, usage }), validating()],
    };
  },
};

const checkOf = ({ runner, check }: Claimed): string => check ?? smallRepositories[runner].checks?.[0] ?? '';

const onlyTest = (claimed: Claimed) => ({ test: checkOf(claimed), build: null, lint: null, typecheck: null });

function commitBase(repo: Repository, { runner, base = {}, config = {} }: Claimed, settings: object): void {
  const files = { ...smallRepositories[runner].base, ...base };
  for (const [path, text] of Object.entries(files)) if (text !== null) repo.write(`repo/${path}`, text);
  repo.write('repo/harness.config.json', JSON.stringify({ ...settings, ...config }));
  repo.write('repo/.gitignore', 'node_modules\n__pycache__\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Base');
}

const stepsOf = ({ change, run }: Claimed): readonly Answer[] => [
  ...Object.entries(change).map(([path, text]) =>
    text === null ? { run: `rm -f ${path}` } : { write: { path, text, raw: true } },
  ),
  ...(run === undefined ? [] : [{ run }]),
];
