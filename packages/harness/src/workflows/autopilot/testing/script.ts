/** Creates a repository with an approved spec, and scripts for its session. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionDocument } from '@harness/core/sessions/session-document';
import { type Repository, repository } from '../../../testing/command.ts';
import { script, usage } from '../../../testing/scripts.ts';

type Answer = Readonly<Record<string, unknown>>;

export const specPath = 'docs/changes/shop/proposal.md';
export const slug = 'changes--shop--proposal';

export const specText = `# Shop

## Implementation Order

### Phase 1: Core
<!-- complexity: low -->
Add \`src/core.js\`.

### Phase 2: Prices
Add prices.
`;

interface SpecRepository {
  readonly spec?: string;
  readonly config?: object;
  readonly files?: Readonly<Record<string, string>>;
}

/** The files and the configuration are committed with the spec. */
export function repositoryWithSpec({ spec = specText, config = {}, files = {} }: SpecRepository = {}): Repository {
  const repo = repository();
  const checks = { test: 'test -e README.md' };
  const committed = { [specPath]: spec, 'harness.config.json': `${JSON.stringify({ checks, ...config })}\n`, ...files };
  for (const [path, text] of Object.entries(committed)) repo.write(`repo/${path}`, text);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Spec');
  return repo;
}

export interface PlannedTask {
  readonly title: string;
  /** Of the heading. */
  readonly checkpoint?: string;
  readonly options?: readonly string[];
}

export const planText = (tasks: readonly PlannedTask[], tier = 'small'): string =>
  [
    `# Plan\n\n**Integration Tier:** ${tier}\n`,
    ...tasks.map(({ title, checkpoint, options = [] }, at) =>
      [
        `### Task ${at + 1}: ${title}${checkpoint === undefined ? '' : ` [checkpoint:${checkpoint}]`}`,
        '',
        'Write it.',
        ...options.map((option) => `- ${option}`),
        '',
      ].join('\n'),
    ),
  ].join('\n');

const oneTask = [{ title: 'Add {phase_name}' }];

export const planning = (tasks: readonly PlannedTask[] = oneTask, more: Answer = {}, when: Answer = {}): Answer => ({
  when: { role: 'autopilot.planner', ...when },
  steps: [{ write: { path: '{plan_path}', text: planText(tasks) } }],
  json: { summary: 'planned', concerns: [], decisions: [] },
  usage,
  ...more,
});

/** Writes a new file in each call. */
export const executing = (completed: readonly string[] = ['1'], more: Answer = {}, when: Answer = {}): Answer => ({
  when: { role: 'autopilot.executor', ...when },
  steps: [{ write: { path: 'src/phase-{item}-{attempt}.js', text: 'export {};\n' } }],
  json: { completed, failed: null, output: 'green', concerns: [], learnings: [] },
  usage,
  ...more,
});

export const verifying = (json: Answer = { verdict: 'pass', gaps: [] }, when: Answer = {}): Answer => ({
  when: { role: 'autopilot.verifier', ...when },
  json,
  usage,
});

const passed = { verdict: 'pass', failures: [] };

export const integrating = (more: Answer = {}, when: Answer = {}): Answer => ({
  when: { role: 'autopilot.integrator', ...when },
  json: { wire: passed, materialize: passed, update: passed, adrs: [], ...more },
  usage,
});

export const reviewing = (findings: readonly Answer[] = [], when: Answer = {}): Answer => ({
  when: { role: 'autopilot.reviewer', ...when },
  json: { findings, assessment: findings.length === 0 ? 'approve' : 'request-changes' },
  usage,
});

export const critical = (title: string): Answer => ({
  file: 'src/core.js',
  line: 1,
  severity: 'critical',
  title,
  rationale: 'it leaks',
});

const usual = [planning(), executing(), verifying(), integrating(), reviewing()];

/** The first answer that fits counts; the usual ones follow. */
export const agents = (repo: Repository, answers: readonly Answer[] = [], people: readonly Answer[] = []): string =>
  script(repo, [...answers, ...usual], people);

export const person = (header: string, choose: string, { note, ...when }: Answer = {}): Answer => ({
  when: { header, ...when },
  choose,
  ...(note === undefined ? {} : { note }),
});

export const goesOn = [person('Next phase', 'yes'), person('PR', 'no')];

export const sessionText = ({ path }: Repository, name: string): string | null => {
  const file = join(path, '.harness/sessions', slug, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};

export const stateOf = (repo: Repository): SessionDocument =>
  JSON.parse(sessionText(repo, 'autopilot-state.json') ?? 'null') as SessionDocument;

export const subjects = (repo: Repository): readonly string[] =>
  repo.git('log', '--reverse', '--format=%s').split('\n').slice(2);
