/** The real program of Claude, for the suite of all providers' programs. */
import { messagesServer } from '@harness/effects/testing/messages-server/server';
import type { ToolUse } from '@harness/effects/testing/messages-server/turn';
import { key, type Program } from './real-program.ts';

const write = (path: string, text: string): ToolUse => ({ name: 'Write', input: { file_path: path, content: text } });
const read = (path: string): ToolUse => ({ name: 'Read', input: { file_path: path } });

export const claude: Program<ToolUse> = {
  name: 'claude',
  flags: [],
  keyVariable: 'ANTHROPIC_API_KEY',
  login: /claude auth login/,
  header: { name: 'x-api-key', value: key },
  kinds: ['input', 'output', 'cacheRead', 'cacheWrite'],
  stable: ['tools', 'system'],
  serve: messagesServer,
  endpoint: (url) => ({ ANTHROPIC_BASE_URL: url }),
  write,
  read,
  overwrite: write,
  report: (folder, name, text) => write(`${folder}/${name}`, text),
  run: (command) => ({ name: 'Bash', input: { command } }),
  // The program refuses to write an existing file that it has not read.
  rewriting: (path, text) => [{ tools: [read(path)] }, { tools: [write(path, text)] }, { text: 'repaired' }],
};
