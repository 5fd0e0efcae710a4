/** A machine as a Mermaid diagram, drawn from the same table that runs. The docs are made of it. */
import type { Machine } from './machine.ts';

export const draw = ({ steps, ends }: Pick<Machine<never>, 'steps' | 'ends'>): string =>
  [
    'stateDiagram-v2',
    ...[...steps.keys()].slice(0, 1).map((at) => `  [*] --> ${at}`),
    ...[...steps.values()].flatMap(({ at, to }) => to.map((next) => `  ${at} --> ${next}`)),
    ...Object.entries(ends).map(([at, end]) => `  ${at} --> [*]: ${end === 'by-failure' ? 'by its failure' : end}`),
  ].join('\n');
