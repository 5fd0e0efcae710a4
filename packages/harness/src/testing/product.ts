/** The product of example 3 with its four plans. */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Repository, repository } from './command.ts';

const example = join(import.meta.dirname, '..', '..', '..', '..', 'examples', '3-plans');
export const agents = join(example, 'agents.yaml');

export function product(): Repository {
  const repo = repository();
  cpSync(join(example, 'repo'), repo.path, { recursive: true });
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Plans');
  return repo;
}

export const plans = (repo: Repository, place: 'active' | 'completed') =>
  readdirSync(join(repo.path, 'docs/exec-plans', place)).filter((name) => name.endsWith('.md'));
