/** The real program of Codex, for the suite of all providers' programs. */
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
  // With a sandbox the report is in TMPDIR, as the prompt says.
  report: (folder, name, text) =>
    shell(
      `f="$TMPDIR/output/${name}"; [ -d "$TMPDIR/output" ] || f=${folder}/${name}; printf '%s' ${quoted(text)} > "$f"`,
    ),
  run: shell,
  rewriting: (path, text) => [{ tools: [shell(`printf '%s' ${quoted(text)} > ${path}`)] }, { text: 'repaired' }],
};
