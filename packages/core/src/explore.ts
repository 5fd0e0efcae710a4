/**
 * Walks a machine exhaustively over the abstract answers of its effects.
 *
 *   X1. Every reachable state meets every invariant; so does every move.
 *   X2. Every state can still reach an end.
 *   X3. A loop that no person, clock, child or signal takes part in would run for ever: there is none.
 *   X4. `next` goes only where `to` says, and every `to` is gone at least once.
 *   X5. Needs and next are pure: asked twice, they answer the same. States survive JSON and stay small.
 */
import { answerOf, isWait, samples, type Vocabulary } from './effects/kinds.ts';
import { automaticLoops, growing, type Node, stranded } from './graph.ts';
import type { Machine, Needs, State } from './machine.ts';

type Given = Readonly<Record<string, unknown>>;
export interface Move<S extends State, H> {
  readonly from: S;
  readonly answers: Given;
  readonly to: S;
  readonly seen: H;
}

export interface Exploration<Input, S extends State, H> {
  readonly inputs: readonly Input[];
  readonly words: Vocabulary;
  readonly states?: Readonly<Record<string, (state: S, needs: Needs, seen: H) => boolean>>;
  readonly moves?: Readonly<Record<string, (move: Move<S, H>) => boolean>>;
  /** What the path remembers, for promises about history ("no execution without approval"). Must be finite. */
  readonly history?: { readonly start: H; readonly after: (seen: H, move: Omit<Move<S, H>, 'seen'>) => H };
  readonly limit?: number;
}

export interface Report {
  readonly states: number;
  readonly moves: number;
  readonly broken: readonly string[];
}

const largestState = 8_192;

export function explore<Input, S extends State, Result, H = null>(
  machine: Machine<Input, S, Result>,
  ask: Exploration<Input, S, H>,
): Report {
  const broken = new Set<string>();
  const nodes = new Map<string, Node<S, H>>();
  const queue: string[] = [];
  const taken = new Set<string>();
  let moves = 0;

  for (const input of ask.inputs) visit(machine.start(input), ask.history?.start as H, 'start');
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (nodes.size > (ask.limit ?? 100_000)) {
      const states = [...nodes.values()].map(({ state }) => state);
      return { states: nodes.size, moves, broken: [`grows without bound: ${growing(states)}`, ...broken] };
    }
    leave(nodes.get(id) as Node<S, H>);
  }
  for (const { at, to } of machine.steps.values())
    for (const next of to) claim(taken.has(`${at} -> ${next}`), 'X4 never gone', `${at} -> ${next}`);
  for (const { path } of stranded(nodes, ({ state }) => state.at in machine.ends)) claim(false, 'X2 cannot end', path);
  for (const { path } of automaticLoops(nodes)) claim(false, 'X3 runs for ever', path);
  return { states: nodes.size, moves, broken: [...broken] };

  function claim(holds: boolean, what: string, path: string) {
    if (!holds) broken.add(`${what}: ${path}`);
  }

  function visit(state: S, seen: H, path: string) {
    const id = JSON.stringify([state, seen]);
    if (nodes.has(id)) return id;
    nodes.set(id, { state, seen, path, out: [] });
    queue.push(id);
    return id;
  }

  /** Every way out of one state. */
  function leave({ state, seen, path, out }: Node<S, H>) {
    const step = machine.steps.get(state.at);
    const needs = step?.needs(state) ?? {};
    claim(isPlain(state) && JSON.stringify(state).length < largestState, 'X5 state', path);
    for (const [name, holds] of Object.entries(ask.states ?? {})) claim(holds(state, needs, seen), name, path);
    if (!step) return claim(state.at in machine.ends, 'M3 neither step nor end', path);
    claim(JSON.stringify(step.needs(state)) === JSON.stringify(needs), 'X5 needs', path);

    const automatic = !Object.values(needs).some(isWait);
    for (const answers of products(needs, ask.words)) {
      moves++;
      const to = step.next(state, answers);
      const label = `${path} -> ${to.at}`;
      const move = { from: state, answers, to };
      claim(step.to.includes(to.at), 'X4 not in to', label);
      claim(JSON.stringify(step.next(state, answers)) === JSON.stringify(to), 'X5 next', label);
      for (const [name, holds] of Object.entries(ask.moves ?? {})) claim(holds({ ...move, seen }), name, label);
      taken.add(`${state.at} -> ${to.at}`);
      const after = ask.history ? ask.history.after(seen, move) : seen;
      const to12 = label.split(' -> ').slice(-12).join(' -> ');
      out.push({ to: visit(to, after, to12), automatic: automatic && !isCut(answers) });
    }
  }
}

/** A crash comes from outside, as a person does: what follows only from one is no loop of the machine. */
const isCut = (answers: Given) =>
  Object.values(answers).some(
    (answer) => (answer as { failure?: { code?: string } } | null)?.failure?.code === 'agent.interrupted',
  );

/** Comes back from JSON as it was. (Comparing two JSON texts would not tell: what JSON drops is missing in both.) */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isPlain);
  return (
    typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain)
  );
}

const products = (needs: Needs, words: Vocabulary): Given[] =>
  Object.entries(needs).reduce<Given[]>(
    (all, [name, effect]) =>
      all.flatMap((answers) =>
        samples(effect, name, words).map((outcome) => ({ ...answers, [name]: answerOf(effect, outcome) })),
      ),
    [{}],
  );
