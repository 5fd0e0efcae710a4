/** Warns about a program that is older than those that the harness is tested with: it is used nevertheless. */
import { messagesFor } from '@harness/core/messages/index';
import type { Output } from '../render/screen.ts';

export interface ProgramWarning {
  readonly program: string;
  readonly version: string;
  readonly tested: string;
  /** The command that updates it. */
  readonly update: string;
}

/** Each program once: several roles may use it. */
export function printProgramWarning({ language, tell }: Pick<Output, 'language' | 'tell'>) {
  const told = new Set<string>();
  return (warning: ProgramWarning): void => {
    if (told.has(warning.program)) return;
    told.add(warning.program);
    tell(`${messagesFor(language).addOns['program-warning'](warning)}\n`);
  };
}
