/** Runs a reading command in this process and returns the document that it prints with `--json`. */
import type { Invocation } from '../cli/command.ts';
import type { Output } from '../render/screen.ts';
import type { McpPlace } from './place.ts';

/** Loads the command, which other clients may never call. */
type LoadCommand = () => Promise<{ run(invocation: Invocation): Promise<number> }>;

export async function commandDocument(
  load: LoadCommand,
  place: McpPlace,
  { args = [], options = {} }: Partial<Pick<Invocation, 'args' | 'options'>> = {},
): Promise<object> {
  let text = '';
  const say = (part: string) => {
    text += part;
  };
  const { root, workflows } = place;
  const output = silentOutput(place, say);
  const { run } = await load();
  await run({ args, options: { ...options, repo: root, json: true }, output, commands: [], workflows });
  return JSON.parse(text) as object;
}

const silentOutput = ({ language, typed }: McpPlace, say: (text: string) => void): Output => ({
  json: true,
  noInput: true,
  isTerminal: false,
  isPlain: false,
  colour: false,
  language,
  typed,
  typedGit: (command) => `git ${command}`,
  say,
  moveCursor: () => {},
  complain: () => {},
  tell: () => {}, // standard output belongs to the protocol
});

/** The commands behind the reading tools and the resources. */
export const readingCommands = {
  loop: () => import('../workflows/issues-session/status.ts'),
  questions: () => import('../cli/questions.ts'),
  report: () => import('../cli/report.ts'),
  runs: () => import('../cli/runs.ts'),
  show: () => import('../cli/show.ts'),
} as const satisfies Readonly<Record<string, LoadCommand>>;
