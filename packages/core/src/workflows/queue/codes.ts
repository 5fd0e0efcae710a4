/** Codes of the queue and its daemon. */
import { defineCodes, type ParamTypes } from '../../codes.ts';
import type { QueueEventCode } from './events.ts';

const plan = { plan: 'text' } as const;
const process = { pid: 'number', url: 'text?' } as const;

export const queueCodes = defineCodes({
  refusals: {
    'plan.in-work': { exitCode: 1, params: plan },
    'plan.not-blocked': { exitCode: 1, params: plan },
    'daemon.runs': { exitCode: 1, params: { pid: 'number' } },
    'daemon.none': { exitCode: 1, params: {} },
    'daemon.lost': { exitCode: 1, params: { path: 'text', detail: 'text' } },
    'state.version': { exitCode: 1, params: { path: 'text', version: 'text' } },
  },
  progress: {
    'queue.booted': {},
    'queue.paused': {},
    'queue.fidelity_blocked': {},
    'queue.release_ready': {},
    'queue.budget_cap_reached': {},
    'queue.plans_disordered': { detail: 'text' },
    'queue.resumed': {},
    'queue.merge_seen': { sha: 'text' },
    'queue.plan_started': plan,
    'queue.plan_resumed': plan,
    'queue.plan_shipped': plan,
    'queue.plan_blocked': { plan: 'text', detail: 'text' },
    'queue.plan_unblocked': plan,
    'queue.plan_waiting': plan,
    'queue.plan_answered': plan,
    'queue.plan_unfinished': plan,
    'queue.rate_limited': { plan: 'text', at: 'text' },
    'queue.budget_ceiling_reached': { spent: 'number', of: 'number' },
    'queue.fidelity_started': {},
    'queue.forge_away': { detail: 'text' },
    'queue.forge_back': {},
    'queue.stopping': {},
    'queue.stopped': {},
    'queue.daemon_restarted': { because: 'text' },
  } satisfies Record<`queue.${QueueEventCode}`, ParamTypes>,
  sentences: {
    // Reasons to block a plan that no failure describes.
    'plan.passes-spent': {},
    'plan.stopped': {},
    'plan.not-merged': {},
    // `harness daemon`.
    started: process,
    detached: process,
    asked: { command: 'text' },
    frozen: { file: 'text' },
    thawed: {},
    blocked: { plan: 'text', detail: 'text', at: 'text' },
    waiting: plan,
    active: { plan: 'text', at: 'text', path: 'text' },
    merges: { sha: 'text' },
    rebuilt: { path: 'text', aside: 'text' },
    died: { detail: 'text', ms: 'number' },
    hung: { ms: 'number' },
    givenUp: { times: 'number' },
    parking: {},
    'mode.idle': {},
    'mode.paused': {},
    'mode.running': {},
    'mode.stopping': {},
    // `harness status`.
    'status.here': { url: 'text', pid: 'number' },
    'status.gone': { file: 'text' },
    'status.paused': {},
    'status.running': {},
    'status.idle': {},
    'status.stopping': {},
    'status.active': plan,
    'status.blocked': { ids: 'text' },
  },
});

export const shortSha = (sha: string): string => sha.slice(0, 10);
