/** `harness completion <shell>`: prints a script that completes commands, options and run ids in the shell. */
import { Refusal } from '@harness/core/failure/refusal';
import type { Command, Invocation } from './command.ts';
import { globalOptions, type Option } from './options.ts';

const shells = { bash, zsh, fish } as const;

export async function run({ args: [shell = ''], output, commands }: Invocation): Promise<number> {
  if (!(shell in shells)) {
    const known = Object.keys(shells).join(', ');
    throw new Refusal('usage.invalid', {
      detail: `No completion for "${shell}". Known shells: ${known}`,
      command: 'completion',
    });
  }
  output.say(shells[shell as keyof typeof shells](commands));
  return 0;
}

type Commands = readonly Command[];

const names = (commands: Commands) => commands.map(({ name }) => name).join(' ');
const flags = (options: readonly Option[]) =>
  [...options, ...globalOptions].map(({ flag }) => flag.split(' ')[0]).join(' ');
/** Commands whose first argument is a run. */
const runCommands = ['show', 'logs', 'resume', 'stop', 'watch'];
const listRuns = `harness runs --json 2>/dev/null | tr '{' '\\n' | sed -n 's/.*"id":"\\([^"]*\\)".*/\\1/p'`;

function bash(commands: Commands): string {
  const cases = commands.map(({ name, options }) => {
    const runs = runCommands.includes(name) ? ` $(${listRuns})` : '';
    return `    ${name}) words="${flags(options)}${runs}" ;;`;
  });
  return `# harness completion for bash: eval "$(harness completion bash)"
_harness() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="${names(commands)} ${flags([])}" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${names(commands)} ${flags([])}"
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _harness harness
`;
}

function zsh(commands: Commands): string {
  return `# harness completion for zsh: eval "$(harness completion zsh)"
autoload -Uz bashcompinit && bashcompinit
${bash(commands)}`;
}

function fish(commands: Commands): string {
  const lines = commands.flatMap(({ name, about, options }) => [
    `complete -c harness -n __fish_use_subcommand -a ${name} -d '${about.replaceAll("'", '')}'`,
    ...options.map(
      ({ flag, about: text }) =>
        `complete -c harness -n '__fish_seen_subcommand_from ${name}' -l ${flag.split(' ')[0]?.slice(2)} -d '${text.replaceAll("'", '')}'`,
    ),
    ...(runCommands.includes(name)
      ? [`complete -c harness -n '__fish_seen_subcommand_from ${name}' -a '(${listRuns.replaceAll("'", '"')})'`]
      : []),
  ]);
  return `# harness completion for fish: harness completion fish | source\n${lines.join('\n')}\n`;
}
