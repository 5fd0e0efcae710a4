import { describe, expect, test } from 'vitest';
import { addIssue, first, newTeam, statusOf } from '../../testing/linear-server/state.ts';
import { entityId } from './entity-id.ts';
import { deeds, failureOf, linearStage, retryOf, taskOf, testScope } from './test-stage.ts';

type Stage = Awaited<ReturnType<typeof linearStage>>;
const comment = 'iteration 1: plan→work→review→commit';
const names = 'Triage, Backlog, Todo, In Progress, In Review, Done, Canceled, Duplicate';

test('an id is the same for the same effect, another for each other one, and has the form of version 4', () => {
  const id = entityId('comment', 'run-1/3/claim');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(entityId('comment', 'run-1/3/claim')).toBe(id);
  const others = [entityId('claim', 'run-1/3/claim'), entityId('comment', 'run-1/3/clain')];
  expect(new Set([id, ...others]).size).toBe(3);
});

describe('a scope', () => {
  const opened = async (own: Partial<typeof testScope>) => {
    const stage = await linearStage();
    const { state } = stage.server;
    const other = newTeam('WEB');
    state.teams.push(other);
    state.projects.push({ id: crypto.randomUUID(), name: 'Site', slugId: '0f1e2d3c4b5a', teams: [other] });
    const byId = { team: first(state.teams).id, project: first(state.projects).id };
    const scope = { ...testScope, ...own, ...(own.team === 'by id' ? byId : {}) };
    return { ...stage, open: () => stage.tracker.open(scope, taskOf()) };
  };

  test.each([
    { project: 'App', team: 'MB90' },
    { project: 'app', team: 'mb90' },
    { project: 'a1b2c3d4e5f6' },
    { project: 'my-app-a1b2c3d4e5f6' },
    { team: 'by id' },
    { inProgressStatus: 'in progress', doneStatus: 'DONE' },
  ])('is opened with one request as the user named it: %o', async (own) => {
    const { open, asked } = await opened(own);
    expect(await open()).toBe('App');
    expect(asked()).toEqual(['HarnessScope']);
  });

  test.each([
    [{ team: 'NONE' }, 'there is no team NONE; there are: WEB, MB90'],
    [{ project: 'Apps' }, 'there is no project Apps; there are: App'],
    [{ project: '' }, 'there is no project (empty); there are: App'],
    [{ project: 'Site' }, 'the project Site is not in the team MB90; that team has: App'],
    [{ inProgressStatus: 'Doing' }, `the team MB90 has no status Doing; it has: ${names}`],
    [{ doneStatus: 'Shipped' }, `the team MB90 has no status Shipped; it has: ${names}`],
  ])('that does not exist is not found, and its failure names what exists: %o', async (own, detail) => {
    const { open } = await opened(own);
    const failure = await failureOf(open());
    expect(failure).toMatchObject({ code: 'tracker.not-found' });
    const sorted = (text: unknown) => String(text).split(/, |: /).sort();
    expect(sorted(failure?.params['detail'])).toEqual(sorted(detail));
  });

  test('with a name that two projects have asks for an id, and the id works', async () => {
    const { open, server, tracker } = await opened({});
    const second = { ...first(server.state.projects), id: crypto.randomUUID(), slugId: 'ffffffffffff' };
    server.state.projects.push(second);
    const failure = await failureOf(open());
    expect(failure).toMatchObject({ code: 'tracker.refused' });
    expect(failure?.params['detail']).toContain(second.id);
    expect(await tracker.open({ ...testScope, project: second.id }, taskOf())).toBe('App');
  });
});

describe('I-15 a list', () => {
  test('has the open issues of project, team and label, with priority, labels and status', async () => {
    const { server, tracker, issue } = await linearStage();
    const { state } = server;
    const urgent = addIssue(state, { priority: 1, state: statusOf(issue.team, 'In Review'), title: '--help' });
    for (const name of ['Done', 'Canceled', 'Duplicate']) addIssue(state, { state: statusOf(issue.team, name) });
    addIssue(state, { labels: [] });
    addIssue(state, { project: null });
    addIssue(state, { isTrashed: true });
    const other = newTeam('WEB');
    state.teams.push(other);
    addIssue(state, { team: other, state: statusOf(other, 'Todo') });
    const rows = await tracker.list({ ...testScope, label: 'Ready' }, taskOf());
    expect(rows.map(({ id }) => id).sort()).toEqual([issue.identifier, urgent.identifier]);
    expect(rows.find(({ id }) => id === urgent.identifier)).toEqual({
      id: urgent.identifier,
      title: '--help',
      status: 'In Review',
      priority: 1,
      labels: ['ready'],
      blockedBy: [],
      url: `https://linear.app/acme/issue/${urgent.identifier}`,
      createdAt: new Date(urgent.createdAt).toISOString(),
    });
  });

  test('I-17 names the unfinished issues that block one, also beyond the first ten relations', async () => {
    const { server, tracker, issue, asked } = await linearStage();
    const blockers = Array.from({ length: 15 }, () => addIssue(server.state, { labels: [] }));
    const [done, canceled, open] = ['Done', 'Canceled', 'Backlog'].map((name) =>
      addIssue(server.state, { labels: [], state: statusOf(issue.team, name) }),
    );
    for (const from of [...blockers, done, canceled, open]) if (from) issue.inverse.push({ type: 'blocks', from });
    issue.inverse.push({ type: 'related', from: addIssue(server.state, { labels: [] }) });
    const [row] = await tracker.list(testScope, taskOf());
    expect([...(row?.blockedBy ?? [])].sort()).toEqual([...blockers, open].map((one) => one?.identifier).sort());
    expect(asked()).toEqual(['HarnessList', 'HarnessRelations']);
  });

  test('has every issue once, also while people create others', async () => {
    const { server, tracker, asked } = await linearStage();
    for (let at = 0; at < 120; at++) addIssue(server.state);
    server.before(/"after":"/, () => addIssue(server.state));
    const rows = await tracker.list(testScope, taskOf());
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(121);
    expect(asked()).toEqual(['HarnessList', 'HarnessList', 'HarnessList']);
  });
});

describe('a text', () => {
  test('has the body and all comments in their order, with their authors', async () => {
    const { server, tracker, issue, asked } = await linearStage();
    const [by] = server.state.keys.values();
    for (let at = 0; by !== undefined && at < 130; at++)
      server.state.comments.push({ id: `c${at}`, body: `${at}`, createdAt: server.state.now(), issue, by });
    const text = await tracker.read(testScope, issue.identifier, taskOf());
    expect(text).toMatchObject({ title: 'Issue 1', body: 'It adds a total.' });
    expect(text?.comments.map((one) => one.text)).toEqual(Array.from({ length: 130 }, (_, at) => `${at}`));
    expect(text?.comments[0]).toMatchObject({ by: 'harness', at: expect.stringMatching(/^2026-11-19T12:00/) });
    expect(asked()).toEqual(['HarnessRead', 'HarnessRead']);
  });

  test.each(['without a body', '이슈 본문 '.repeat(30_000), 'a\u0000b\u001b[31m'])('may be anything', async (text) => {
    const { tracker, issue } = await linearStage();
    issue.description = text === 'without a body' ? null : text;
    expect(await tracker.read(testScope, issue.identifier, taskOf())).toMatchObject({ body: issue.description ?? '' });
  });

  test('is null for an issue that is deleted or in the bin', async () => {
    const { tracker, issue, server } = await linearStage();
    issue.isTrashed = true;
    expect(await tracker.read(testScope, issue.identifier, taskOf())).toBeNull();
    deeds.gone(server, issue);
    expect(await tracker.read(testScope, issue.identifier, taskOf())).toBeNull();
  });
});

describe('a comment', () => {
  const write = ({ tracker, issue }: Stage, task = taskOf('run-1', '5/comment')) =>
    tracker.comment(testScope, issue.identifier, 'Files changed: 2', task);

  test.each(['cut-before', 'cut-after', 'half', 'internal'] as const)('T1 is written once: %s', async (fault) => {
    const stage = await linearStage();
    stage.server.trouble(/HarnessComment/, fault);
    const task = taskOf('run-1', '5/comment');
    expect(await failureOf(write(stage, task))).toMatchObject({ code: 'tracker.unavailable' });
    for (let tries = 0; tries < 2; tries++) expect(await write(stage, retryOf(task))).toEqual({ is: 'written' });
    expect(stage.comments()).toEqual(['Files changed: 2']);
    expect(await write(stage, taskOf('run-1', '6/comment'))).toEqual({ is: 'written' });
    expect(stage.comments().length).toBe(2);
  });

  test('is not written to an issue that a person deleted', async () => {
    const stage = await linearStage();
    deeds.gone(stage.server, stage.issue);
    expect(await write(stage)).toEqual({ is: 'changed', how: 'gone' });
  });
});

describe('I-50 the end', () => {
  const claimed = async () => {
    const stage = await linearStage();
    await stage.tracker.claim(testScope, stage.issue.identifier, comment, taskOf());
    return stage;
  };
  const task = taskOf('run-1.4.issue', '8/finish');
  const finish = ({ tracker, issue }: Stage, own = task) => tracker.finish(testScope, issue.identifier, own);

  test('sets the status that the scope names, for a child run of the run that claimed it', async () => {
    const stage = await claimed();
    expect(await finish(stage)).toEqual({ is: 'done' });
    expect(stage.issue.state.name).toBe('Done');
    expect(stage.asked().slice(-2)).toEqual(['HarnessFacts', 'HarnessStatus']);
  });

  test.each(Object.keys(deeds))('T2 leaves an issue as it is that a person changed: %s', async (how) => {
    const stage = await claimed();
    deeds[how as keyof typeof deeds](stage.server, stage.issue);
    const before = stage.issue.state;
    expect(await finish(stage)).toEqual({ is: 'changed', how });
    expect(stage.issue.state).toBe(before);
  });

  test('T2 leaves an issue that a person gave another status, or that another run holds', async () => {
    const stage = await claimed();
    stage.issue.state = statusOf(stage.issue.team, 'In Review');
    expect(await finish(stage)).toEqual({ is: 'changed', how: 'moved' });
    stage.issue.state = statusOf(stage.issue.team, 'In Progress');
    expect(await finish(stage, taskOf('run-2', '8/finish'))).toEqual({ is: 'changed', how: 'moved' });
    expect(stage.server.state.moves.length).toBe(1);
  });

  test('T1 is reached once if the answer was lost; the same status by a person is a change', async () => {
    const stage = await claimed();
    stage.server.trouble(/HarnessStatus/, 'cut-after');
    expect(await failureOf(finish(stage))).toMatchObject({ code: 'tracker.unavailable' });
    expect(await finish(stage, retryOf(task))).toEqual({ is: 'done' });
    expect(await finish(stage)).toEqual({ is: 'changed', how: 'closed' });
    expect(stage.server.state.moves.map(({ to }) => to)).toEqual(['In Progress', 'Done']);
  });

  test('names the statuses of the team if a person removed one during the run', async () => {
    const stage = await claimed();
    stage.server.before(/HarnessStatus/, () => {
      const { team } = stage.issue;
      team.statuses = team.statuses.filter(({ name }) => name !== 'Done');
    });
    const failure = await failureOf(finish(stage));
    const left = names.replace(' Done,', '');
    expect(failure?.params['detail']).toBe(`the team MB90 has no status Done; it has: ${left}`);
  });
});

describe('I-51 a new issue', () => {
  const task = taskOf('run-1', '7/gap');
  const gap = { title: 'Spec gap: no rule for an empty list', body: 'Update core/total.yaml.' };
  const create = ({ tracker }: Stage, own = task) => tracker.create(testScope, gap, own);

  test.each(['cut-before', 'cut-after', 'half'] as const)('T1 is created once, with the label: %s', async (fault) => {
    const stage = await linearStage();
    stage.server.trouble(/HarnessCreate/, fault);
    expect(await failureOf(create(stage))).toMatchObject({ code: 'tracker.unavailable' });
    for (let tries = 0; tries < 2; tries++)
      expect(await create(stage, retryOf(task))).toEqual({ issue: 'MB90-2', isNew: true });
    expect(stage.server.state.issues.length).toBe(2);
    expect(stage.server.state.issues[1]).toMatchObject({
      title: gap.title,
      description: gap.body,
      labels: [{ name: 'ready' }],
      project: { name: 'App' },
    });
    expect(await create(stage, taskOf('run-1', '9/gap'))).toEqual({ issue: 'MB90-2', isNew: false });
  });

  test('T1 is not created again after a person renamed the first one', async () => {
    const stage = await linearStage();
    await create(stage);
    Object.assign(stage.server.state.issues[1] ?? {}, { title: 'renamed' });
    expect(await create(stage, retryOf(task))).toEqual({ issue: 'MB90-2', isNew: true });
    expect(stage.server.state.issues.length).toBe(2);
  });

  test('is created if the one with its title is closed', async () => {
    const stage = await linearStage();
    addIssue(stage.server.state, { title: gap.title, state: statusOf(stage.issue.team, 'Done') });
    expect(await create(stage)).toEqual({ issue: 'MB90-3', isNew: true });
  });

  test('needs the label', async () => {
    const stage = await linearStage();
    stage.server.state.labels.splice(0);
    expect(await failureOf(create(stage))).toMatchObject({
      code: 'tracker.not-found',
      params: { detail: 'the team MB90 has no label ready' },
    });
  });
});

test('LT2 one issue costs eight requests, each far below the limit of complexity', async () => {
  const { tracker, issue, server } = await linearStage();
  await tracker.list(testScope, taskOf());
  await tracker.read(testScope, issue.identifier, taskOf());
  await tracker.claim(testScope, issue.identifier, comment, taskOf());
  await tracker.comment(testScope, issue.identifier, 'Files changed: 2', taskOf('run-1', '5/comment'));
  expect(await tracker.finish(testScope, issue.identifier, taskOf('run-1', '6/finish'))).toEqual({ is: 'done' });
  expect(server.log.length).toBe(8);
  expect(Math.max(...server.log.map(({ complexity }) => complexity))).toBeLessThan(6_000);
});
