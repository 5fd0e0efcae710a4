/** The repository that a call of the MCP server works on, opened again for each call: it may not exist when the server starts. */
import { messagesFor } from '@harness/core/messages/index';
import type { Messages } from '@harness/core/messages/messages';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Workflows } from '../cli/command.ts';
import { harnessCommand } from '../cli/repo.ts';
import { findRepositoryRoot } from '../repository/repository.ts';
import { openStore } from '../runs/folder.ts';

export interface ServedRepository {
  /** A path in the repository. */
  readonly path: string;
  readonly workflows: Workflows;
  /** The tag given by `--lang`; `undefined` if it is not given. */
  readonly language: string | undefined;
}

export interface McpPlace extends Pick<ServedRepository, 'workflows' | 'language'> {
  readonly root: string;
  readonly store: JsonlStore;
  readonly messages: Messages;
  /** Completes a command so that it works in any folder. */
  typed(command: string): string;
}

export function openPlace({ path, workflows, language }: ServedRepository): McpPlace {
  const root = findRepositoryRoot(path);
  return {
    root,
    store: openStore(root),
    workflows,
    language,
    messages: messagesFor(language),
    typed: (command) => harnessCommand(command, root),
  };
}
