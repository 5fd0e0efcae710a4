/** The program of Codex, for the tests that every provider's program passes. */
import { responsesServer } from '@harness/effects/testing/responses-server/server';
import { patchAdding, shell, type ToolUse } from '@harness/effects/testing/responses-server/turn';
import { key, type Program } from './real-program.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

export const codex: Program<ToolUse> = {
  name: 'codex',
  flags: ['--provider', 'codex', '--model', 'gpt-5.5'],
  keyVariable: 'OPENAI_API_KEY',
  login: /codex login/,
  header: { name: 'authorization', value: `Bearer ${key}` },
  kinds: ['input', 'output', 'cacheRead'],
  stable: ['tools', 'instructions'],
  serve: responsesServer,
  endpoint: (url) => ({ OPENAI_BASE_URL: url }),
  write: (path, text) => patchAdding(path, text.trimEnd()),
  read: (path) => shell(`cat ${path}`),
  overwrite: (path, text) => shell(`printf '%s' ${quoted(text)} > ${path}`),
  // Where it lies depends on whether there is a sandbox: the prompt says so.
  report: (folder, name, text) =>
    shell(
      `f="$TMPDIR/output/${name}"; [ -d "$TMPDIR/output" ] || f=${folder}/${name}; printf '%s' ${quoted(text)} > "$f"`,
    ),
  run: shell,
  rewriting: (path, text) => [{ tools: [shell(`printf '%s' ${quoted(text)} > ${path}`)] }, { text: 'repaired' }],
};
