/**
 * Walks a machine exhaustively over sample answers of its effects.
 *
 *   X1. Every reachable state and every move meets every invariant.
 *   X2. Every state can still reach an end.
 *   X3. No loop runs without a person, clock, child or signal.
 *   X4. `next` returns only states in `to`, and every entry of `to` is used.
 *   X5. `needs` and `next` are pure: the same arguments give the same result. States survive JSON and stay small.
 */
import { answerOf, type EffectVocabulary, isWait, sampleAnswers } from '../effects/kinds.ts';
import type { Machine, Needs, State } from '../machine/machine.ts';
import { automaticLoops, type GraphNode, growingCounters, statesWithoutEnd } from './machine-graph.ts';

type AnswerSet = Readonly<Record<string, unknown>>;
export interface Move<S extends State, H> {
  readonly from: S;
  readonly answers: AnswerSet;
  readonly to: S;
  readonly seen: H;
}

export interface Exploration<Input, S extends State, H> {
  readonly inputs: readonly Input[];
  readonly words: EffectVocabulary;
  readonly states?: Readonly<Record<string, (state: S, needs: Needs, seen: H) => boolean>>;
  readonly moves?: Readonly<Record<string, (move: Move<S, H>) => boolean>>;
  /** State of the path, for invariants about history ("no execution without approval"). Must be finite. */
  readonly history?: { readonly start: H; readonly after: (seen: H, move: Omit<Move<S, H>, 'seen'>) => H };
  readonly limit?: number;
}

export interface ExplorationReport {
  readonly states: number;
  readonly moves: number;
  readonly broken: readonly string[];
}

const largestState = 8_192;
const longestPath = 12;

export function explore<Input, S extends State, Result, H = null>(
  machine: Machine<Input, S, Result>,
  ask: Exploration<Input, S, H>,
): ExplorationReport {
  const broken = new Set<string>();
  const ids = new Map<string, number>();
  const nodes: GraphNode<S, H>[] = [];
  const taken = new Set<string>();
  let moves = 0;

  for (const input of ask.inputs) {
    const state = machine.start(input);
    visit(state, JSON.stringify(state), ask.history?.start as H, null);
  }
  for (let id = 0; id < nodes.length; id++) {
    if (nodes.length > (ask.limit ?? 100_000)) {
      const states = nodes.map(({ state }) => state);
      return { states: nodes.length, moves, broken: [`grows without bound: ${growingCounters(states)}`, ...broken] };
    }
    expand(nodes[id] as GraphNode<S, H>, id);
  }
  for (const { at, to } of machine.steps.values())
    for (const next of to) claim(taken.has(`${at} -> ${next}`), 'X4 never gone', () => `${at} -> ${next}`);
  for (const node of statesWithoutEnd(nodes, ({ state }) => state.at in machine.ends))
    claim(false, 'X2 cannot end', () => pathTo(node));
  for (const node of automaticLoops(nodes)) claim(false, 'X3 runs for ever', () => pathTo(node));
  return { states: nodes.length, moves, broken: [...broken] };

  function claim(holds: boolean, what: string, path: () => string) {
    if (!holds) broken.add(`${what}: ${path()}`);
  }

  /** The last steps of the path; computed only for a broken invariant. */
  function pathTo(node: GraphNode<S, H>): string {
    const names: string[] = [];
    for (let at: GraphNode<S, H> | undefined = node; at && names.length < longestPath; at = nodes[at.from ?? -1])
      names.unshift(at.from === null ? 'start' : at.state.at);
    return names.join(' -> ');
  }

  function visit(state: S, text: string, seen: H, from: number | null): number {
    const name = `${text}${JSON.stringify(seen)}`;
    const known = ids.get(name);
    if (known !== undefined) return known;
    ids.set(name, nodes.length);
    nodes.push({ state, seen, from, out: [] });
    return nodes.length - 1;
  }

  /** Visits every successor of a state. */
  function expand(node: GraphNode<S, H>, id: number) {
    const { state, seen, out } = node;
    const path = () => pathTo(node);
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
      const text = JSON.stringify(to);
      const label = () => `${path()} -> ${to.at}`;
      const move = { from: state, answers, to };
      claim(step.to.includes(to.at), 'X4 not in to', label);
      claim(JSON.stringify(step.next(state, answers)) === text, 'X5 next', label);
      for (const [name, holds] of Object.entries(ask.moves ?? {})) claim(holds({ ...move, seen }), name, label);
      taken.add(`${state.at} -> ${to.at}`);
      const after = ask.history ? ask.history.after(seen, move) : seen;
      out.push({ to: visit(to, text, after, id), automatic: automatic && !isCrash(answers) });
    }
  }
}

/** A crash comes from outside, like an answer of a person: a loop that needs one is not automatic. */
const isCrash = (answers: AnswerSet) =>
  Object.values(answers).some(
    (answer) => (answer as { failure?: { code?: string } } | null)?.failure?.code === 'agent.aborted',
  );

/** Whether a value survives JSON. (Comparing two JSON texts would miss dropped values: they are missing in both.) */
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

const products = (needs: Needs, words: EffectVocabulary): AnswerSet[] =>
  Object.entries(needs).reduce<AnswerSet[]>(
    (all, [name, effect]) =>
      all.flatMap((answers) =>
        sampleAnswers(effect, name, words).map((outcome) => ({ ...answers, [name]: answerOf(effect, outcome) })),
      ),
    [{}],
  );
