/** A run that stopped with a question, for tests of questions and answers. */
import { type Repository, repository } from './command.ts';
import { implementerAnswer, reviewerAnswer, script } from './scripts.ts';

/** A repository with one open question. */
export async function repositoryWithQuestion(): Promise<{ repo: Repository; id: string; run: string }> {
  const repo = repository();
  const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
  await repo.run('converge', 'Do it', '--check', 'false', '--passes', '1', '--script', agents);
  const { questions } = await repo.json<{ questions: { id: string; run: string }[] }>('questions');
  const [question = { id: '', run: '' }] = questions;
  return { repo, ...question };
}
