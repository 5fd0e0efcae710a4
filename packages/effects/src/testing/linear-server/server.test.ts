import { expect, onTestFinished, test } from 'vitest';
import { linearServer } from './server.ts';
import { addIssue } from './state.ts';

interface Answer {
  readonly data: { readonly issues: { readonly pageInfo: { readonly endCursor: string } } };
}

async function serving() {
  const server = await linearServer('key');
  onTestFinished(() => server.close());
  const ask = async (query: string, variables: object = {}, key = 'key') => {
    const headers = { 'content-type': 'application/json', authorization: key };
    const response = await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  return { server, ask };
}
const codeOf = (code: string) => ({
  errors: [expect.objectContaining({ extensions: expect.objectContaining({ code }) })],
});

test('refuses what is not in the schema of Linear, and a key that it does not know', async () => {
  const { ask } = await serving();
  const unknown = await ask('query { issues { nodes { assigneeName } } }');
  expect(unknown).toMatchObject({ status: 400, body: codeOf('GRAPHQL_VALIDATION_FAILED') });
  expect(await ask('query { teams { nodes { key } } }', {}, 'other')).toMatchObject({
    status: 401,
    body: codeOf('AUTHENTICATION_ERROR'),
  });
});

test('answers a missing entity as Linear does, with status 200', async () => {
  const { ask } = await serving();
  const { status, body } = await ask('query { issue(id: "MB90-9") { id } }');
  expect(status).toBe(200);
  const extensions = { type: 'invalid input', userPresentableMessage: 'Could not find referenced Issue.' };
  expect(body).toMatchObject({ data: null, errors: [{ message: 'Entity not found: Issue', extensions }] });
});

test('counts the complexity of nested lists and refuses more than 10,000', async () => {
  const { ask, server } = await serving();
  const query = 'query ($n: Int) { issues(first: $n) { nodes { id labels { nodes { name } } } } }';
  expect((await ask(query, { n: 2 })).status).toBe(200);
  expect(await ask(query, { n: 250 })).toMatchObject({ status: 400, body: codeOf('INPUT_ERROR') });
  expect(server.log.map(({ complexity }) => complexity > 10_000)).toEqual([false, true]);
});

test('filters and pages, newest first, and takes an id only once and only as a UUID', async () => {
  const { ask, server } = await serving();
  for (let at = 0; at < 3; at++) addIssue(server.state, { title: `t${at}` });
  const list = `query ($filter: IssueFilter, $after: String) {
    issues(first: 1, after: $after, filter: $filter) { nodes { title } pageInfo { hasNextPage endCursor } }
  }`;
  const filter = {
    title: { nin: ['t1'] },
    or: [{ labels: { some: { name: { eq: 'ready' } } } }, { title: { eq: 'x' } }],
  };
  const { issues } = (await ask(list, { filter })).body.data;
  expect(issues).toMatchObject({ nodes: [{ title: 't2' }], pageInfo: { hasNextPage: true } });
  const second = (await ask(list, { filter, after: issues.pageInfo.endCursor })).body.data.issues;
  expect(second).toMatchObject({ nodes: [{ title: 't0' }], pageInfo: { hasNextPage: false } });
  const create = 'mutation ($input: CommentCreateInput!) { commentCreate(input: $input) { success } }';
  const input = { issueId: 'MB90-1', body: 'x', id: crypto.randomUUID() };
  expect((await ask(create, { input })).body).toEqual({ data: { commentCreate: { success: true } } });
  expect((await ask(create, { input })).body).toMatchObject(codeOf('INPUT_ERROR'));
  expect((await ask(create, { input: { ...input, id: 'one' } })).body).toMatchObject(codeOf('INPUT_ERROR'));
  expect(server.state.comments.length).toBe(1);
});
