/**
 * What the repository itself says to agents: its CLAUDE.md and AGENTS.md, handed on as data.
 *
 *   Q1. As the branch has them that work begins from: what an agent writes into them in its lane instructs nobody.
 *   Q2. Who judges the work of others is not told: the words of the repository are no part of what was asked.
 */
import { headBytes, omittedNotice } from '../excerpt.ts';
import { git } from '../git/command.ts';
import { createProcessCache } from '../git/process-cache.ts';
import { headAtHand } from '../git/refs/ref.ts';

const files = ['CLAUDE.md', 'AGENTS.md'];
const maxBytes = 32 * 1024;
const judges = ['task.evaluator', 'mission.validator'];

/** What a commit says it says for ever; every call of every lane is told it. */
const said = createProcessCache<string>(100);

/** Nothing when there are none, or the role is not told. `repo` is the absolute root of the target repository. */
export async function readRepositoryInstructions(repo: string, role: string): Promise<string> {
  if (judges.includes(role)) return '';
  const head = await headAtHand(repo);
  const known = head === null ? undefined : said.get(head);
  if (known !== undefined) return known;
  const words = await wordsAtHead(repo);
  if (head !== null && head === (await headAtHand(repo))) said.set(head, words); // nobody moved it meanwhile
  return words;
}

async function wordsAtHead(repo: string): Promise<string> {
  const listed = await git(repo, ['ls-tree', '--name-only', 'HEAD', '--', ...files]); // most have neither
  const there = files.filter((file) => listed.stdout.split('\n').includes(file));
  const found = await Promise.all(there.map(async (file) => ({ file, text: await committed(repo, file) })));
  return found
    .filter(({ text }) => text.trim() !== '')
    .map(({ file, text }) => labelled(file, text))
    .join('\n\n');
}

async function committed(repo: string, file: string): Promise<string> {
  const { exitCode, stdout } = await git(repo, ['show', `HEAD:./${file}`]);
  return exitCode === 0 ? stdout : ''; // it has none
}

function labelled(file: string, text: string): string {
  const bytes = Buffer.from(text.replace(/<\/(?=\s*file)/gi, '<\\/'));
  const rest = bytes.length - maxBytes;
  const said = rest > 0 ? `${headBytes(bytes, maxBytes)}${omittedNotice(rest)}` : bytes.toString('utf8');
  return `<file path="${file}" trust="data">\n${said}\n</file>`;
}
