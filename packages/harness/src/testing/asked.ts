/** A run that stopped to ask: what questions and answers are tried with. */
import { type Repository, repository } from './command.ts';
import { implementing, reviewing, script } from './scripts.ts';

/** A repository with one open question, and its id. */
export async function asked(): Promise<{ repo: Repository; id: string; run: string }> {
  const repo = repository();
  const agents = script(repo, [implementing(), reviewing()]);
  await repo.run('converge', 'Do it', '--check', 'false', '--passes', '1', '--script', agents);
  const { questions } = await repo.json<{ questions: { id: string; run: string }[] }>('questions');
  const [question = { id: '', run: '' }] = questions;
  return { repo, ...question };
}
