/** A repository whose `notify` command logs its arguments. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lines, type Repository, repository } from './command.ts';

export function repositoryWithNotify(
  more: Readonly<Record<string, unknown>> = {},
  notify = `'${process.execPath}' ../note.mjs`,
) {
  const repo = repository();
  repo.write(
    'note.mjs',
    `import fs from 'node:fs'; fs.appendFileSync(new URL('told', import.meta.url), JSON.stringify(process.argv.slice(2)) + '\\n');`,
  );
  repo.write('repo/harness.config.json', JSON.stringify({ notify, ...more }));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Configure');
  return repo;
}
export const readNotifications = ({ path }: Repository) => {
  const file = join(path, '..', 'told');
  return existsSync(file) ? lines(file).map((line) => JSON.parse(line) as readonly string[]) : [];
};
export const countNotificationNotes = (repo: Repository, run: string) =>
  lines(repo.journal(run)).filter((line) => line.includes('"news.told"')).length;
export const converge = (repo: Repository, title: string, ...more: readonly string[]) =>
  repo.run('converge', title, '--check', 'true', ...more);
