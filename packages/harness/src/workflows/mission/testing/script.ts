/** Creates a repository with a spec, and scripts for its mission. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Repository, repository } from '../../../testing/command.ts';
import { usage } from '../../../testing/scripts.ts';

type Answer = Readonly<Record<string, unknown>>;

interface Planned {
  readonly id: string;
  readonly dependsOn?: readonly string[];
  readonly verify?: string;
  readonly kind?: string;
}

export const planOf = (...features: readonly Planned[]) => ({
  features: features.map(({ id, dependsOn, kind = 'CORE' }) => ({
    id,
    title: `Feature ${id}`,
    claims: [`VAL-${kind}-${id.replace(/\D/g, '')}`],
    ...(dependsOn ? { dependsOn } : {}),
  })),
  assertions: features.map(({ id, verify = 'look', kind = 'CORE' }) => ({
    id: `VAL-${kind}-${id.replace(/\D/g, '')}`,
    assertion: `${id} is there`,
    verify,
    evidence: 'a file',
  })),
});

export const planning = (...features: readonly Planned[]): Answer => ({
  when: { role: 'mission.planner' },
  json: planOf(...features),
  reply: 'PLANNED',
  usage,
});
export const reviewing = (verdict = 'accept'): Answer => ({
  when: { role: 'mission.plan-reviewer' },
  reply: `I looked.\nVERDICT: ${verdict}`,
  usage,
});

/** Writes the file `<id>.txt` with the number of the attempt. */
export const working = (more: Answer = {}, when: Answer = {}): Answer => ({
  when: { role: 'mission.worker', ...when },
  steps: [{ write: { path: '{item}.txt', text: 'attempt {attempt}\n' } }],
  reply: 'WORKER {item}: implemented — a file',
  usage,
  ...more,
});
export const validating = (verdict: 'passed' | 'failing' = 'passed', when: Answer = {}, prefix = ''): Answer => ({
  when: { role: 'mission.validator', ...when },
  reply: `${prefix}\nVALIDATOR {item} round {round}: ${verdict} — ${verdict === 'passed' ? '1 pass, 0 fail' : '0 pass, 1 fail'}`,
  usage,
});

/** A repository with a spec; `config` is committed with it. */
export function repositoryWithSpec(config: object = {}): Repository {
  const repo = repository();
  repo.write('repo/SPEC.md', '# A product\n\nIt has features.\n');
  repo.write('repo/harness.config.json', JSON.stringify(config));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Spec');
  return repo;
}

export interface FeatureRow {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
}

export const featuresOf = ({ path }: Repository): readonly FeatureRow[] =>
  (JSON.parse(readFileSync(join(path, '.harness/features.json'), 'utf8')) as { features: readonly FeatureRow[] })
    .features;

/** One line per feature, such as `F-001 passed 1`. */
export const featureLines = (repo: Repository): readonly string[] =>
  featuresOf(repo).map(({ id, status, attempts }) => `${id} ${status} ${attempts}`);

export const merges = (repo: Repository): readonly string[] =>
  repo.git('log', '--merges', '--format=%s', 'main').split('\n').filter(Boolean);
