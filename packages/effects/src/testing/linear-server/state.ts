/** Holds the state of the Linear stand-in. Tests change it as people do. */
import { randomUUID } from 'node:crypto';

export interface UserState {
  readonly id: string;
  readonly name: string;
}
export interface WorkflowStatus {
  readonly id: string;
  name: string;
  type: string;
}
export interface TeamState {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  statuses: WorkflowStatus[];
}
export interface ProjectState {
  readonly id: string;
  readonly name: string;
  readonly slugId: string;
  readonly teams: readonly TeamState[];
}
export interface LabelState {
  readonly id: string;
  readonly name: string;
  /** `null`: a label of the workspace. */
  readonly team: TeamState | null;
}
export interface IssueState {
  readonly id: string;
  identifier: string;
  /** Linear finds an issue by its identifiers in earlier teams. */
  readonly earlier: string[];
  title: string;
  description: string | null;
  priority: number;
  readonly createdAt: number;
  state: WorkflowStatus;
  team: TeamState;
  project: ProjectState | null;
  labels: readonly LabelState[];
  /** Relations in which another issue is the source: `type` of that issue to this one. */
  readonly inverse: { readonly type: string; readonly from: IssueState }[];
  isTrashed: boolean;
}
export interface CommentState {
  readonly id: string;
  body: string;
  readonly createdAt: number;
  readonly issue: IssueState;
  readonly by: UserState;
}

export interface LinearState {
  readonly teams: TeamState[];
  readonly projects: ProjectState[];
  readonly labels: LabelState[];
  readonly issues: IssueState[];
  readonly comments: CommentState[];
  /** The user of a key. Any other key is not authorized. */
  readonly keys: Map<string, UserState>;
  /** Each change of a status, in order. */
  readonly moves: { readonly issue: string; readonly to: string }[];
  /** Clock of the server. */
  now(): number;
  /** Milliseconds until each answer. */
  delayMs: number;
  /** Milliseconds until a limit ends. */
  limitEndsAfterMs: number;
}

const statuses = [
  ['Triage', 'triage'],
  ['Backlog', 'backlog'],
  ['Todo', 'unstarted'],
  ['In Progress', 'started'],
  ['In Review', 'started'],
  ['Done', 'completed'],
  ['Canceled', 'canceled'],
  ['Duplicate', 'duplicate'],
] as const;

export const newTeam = (key: string): TeamState => ({
  id: randomUUID(),
  key,
  name: `Team ${key}`,
  statuses: statuses.map(([name, type]) => ({ id: randomUUID(), name, type })),
});

/** A workspace with the team MB90, its project App and the label ready. */
export function newLinearState(key: string): LinearState {
  const team = newTeam('MB90');
  return {
    teams: [team],
    projects: [{ id: randomUUID(), name: 'App', slugId: 'a1b2c3d4e5f6', teams: [team] }],
    labels: [{ id: randomUUID(), name: 'ready', team: null }],
    issues: [],
    comments: [],
    keys: new Map([[key, { id: randomUUID(), name: 'harness' }]]),
    moves: [],
    now: Date.now,
    delayMs: 0,
    limitEndsAfterMs: 90_000,
  };
}

/** The first entry; a workspace always has one. */
export function first<Entry>(entries: readonly Entry[]): Entry {
  const [entry] = entries;
  if (entry === undefined) throw new Error('the stand-in has no such entry');
  return entry;
}

export function statusOf(team: TeamState, name: string): WorkflowStatus {
  const found = team.statuses.find((status) => status.name === name);
  if (found === undefined) throw new Error(`the stand-in has no status ${name}`);
  return found;
}

export type NewIssue = Partial<Omit<IssueState, 'id' | 'identifier' | 'earlier' | 'inverse'>> & {
  readonly id?: string;
};

/** Adds an issue to the first team and project, with the first label. */
export function addIssue(state: LinearState, own: NewIssue = {}): IssueState {
  const team = own.team ?? first(state.teams);
  const count = state.issues.filter((issue) => issue.team === team).length;
  const issue: IssueState = {
    id: randomUUID(),
    identifier: `${team.key}-${count + 1}`,
    earlier: [],
    title: `Issue ${count + 1}`,
    description: null,
    priority: 0,
    createdAt: state.now(),
    state: statusOf(team, 'Todo'),
    team,
    project: first(state.projects),
    labels: [first(state.labels)],
    inverse: [],
    isTrashed: false,
    ...own,
  };
  state.issues.push(issue);
  return issue;
}

export const issueIn = (state: LinearState, id: string): IssueState | undefined =>
  state.issues.find((issue) => issue.id === id || issue.identifier === id || issue.earlier.includes(id));
