/** A product with a page, a server and one plan that changes the page. */
import { freePort } from '@harness/effects/testing/free-port';
import { type Repository, repository } from './command.ts';

const server = `import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
const page = () => readFileSync(new URL('page.html', import.meta.url));
createServer((_, answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end(page())).listen(PORT, '127.0.0.1');
console.log('listening');
`;

const plan = `---
id: "0001"
title: "A heading"
phase: "one"
status: active
estimated_passes: 1
---

## Goal

The page has a heading.
`;

export interface ShownProduct extends Repository {
  readonly port: number;
}

/** `devServer` and `settings` override the defaults; `{repo}` in them is the path of the repository. */
export async function shownProduct(
  devServer: Readonly<Record<string, unknown>> = {},
  settings: Readonly<Record<string, unknown>> = {},
): Promise<ShownProduct> {
  const repo = repository();
  const port = await freePort();
  repo.write('repo/server.mjs', server.replace('PORT', String(port)));
  repo.write('repo/page.html', '<p>empty</p>\n');
  repo.write('repo/docs/exec-plans/active/0001-a-heading.md', plan);
  const devServerConfig = { command: 'node server.mjs', url: `http://127.0.0.1:${port}/`, ...devServer };
  const config = JSON.stringify({ devServer: devServerConfig, ...settings });
  repo.write('repo/harness.config.json', config.replaceAll('{repo}', repo.path));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=A page');
  return { ...repo, port };
}
