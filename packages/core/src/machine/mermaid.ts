/** Draws the steps and ends of a machine as a Mermaid diagram for the docs. */
import type { Machine } from './machine.ts';

/** `starts` defaults to the first step. */
export const toMermaid = (
  { steps, ends }: Pick<Machine<never>, 'steps' | 'ends'>,
  starts: readonly string[] = [...steps.keys()].slice(0, 1),
): string =>
  [
    'stateDiagram-v2',
    ...starts.map((at) => `  [*] --> ${at}`),
    ...[...steps.values()].flatMap(({ at, to }) => to.map((next) => `  ${at} --> ${next}`)),
    ...Object.entries(ends).map(([at, end]) => `  ${at} --> [*]: ${end === 'by-failure' ? 'by its failure' : end}`),
  ].join('\n');
