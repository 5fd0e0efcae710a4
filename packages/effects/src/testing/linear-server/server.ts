/**
 * A stand-in for Linear on this machine: it validates each request against the used part of Linear's schema, executes it on
 * a state in memory, and answers in Linear's shapes.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { execute, GraphQLError, parse, validate } from 'graphql';
import { complexityOf, maxComplexity } from './complexity.ts';
import { type FaultResponse, type LinearFault, linearFaults } from './fault.ts';
import { inputError, rootOf } from './resolve.ts';
import { linearSchema } from './schema.ts';
import { type LinearState, newLinearState, type UserState } from './state.ts';

export interface LoggedRequest {
  /** The operation and its variables: `HarnessList {"first":50}`. */
  readonly what: string;
  /** 0 if the connection was cut or stayed silent. */
  readonly status: number;
  readonly complexity: number;
}

export interface LinearServer {
  /** Address of the API, with its path. */
  readonly url: string;
  readonly state: LinearState;
  readonly log: LoggedRequest[];
  /** The next `times` requests that match get this fault, after the first `after` ones. */
  trouble(what: RegExp, fault: LinearFault, times?: number, after?: number): void;
  /** Runs `act` just before the next matching request is handled, to simulate a race. */
  before(what: RegExp, act: () => unknown): void;
  /** Closing twice does nothing. */
  close(): Promise<void>;
}

interface Trouble {
  readonly what: RegExp;
  readonly fault: LinearFault;
  times: number;
  after: number;
}

interface Query {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly complexity: number;
}

export async function linearServer(key: string): Promise<LinearServer> {
  const state = newLinearState(key);
  const log: LoggedRequest[] = [];
  const troubles: Trouble[] = [];
  const interruptions: { readonly what: RegExp; act(): unknown }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = JSON.parse(await text(request)) as Query;
    const what = `${/(?:query|mutation) (\w+)/.exec(asked.query)?.[1]} ${JSON.stringify(asked.variables ?? {})}`;
    if (state.delayMs > 0) await delay(state.delayMs);
    const at = interruptions.findIndex((one) => one.what.test(what));
    if (at !== -1) await interruptions.splice(at, 1)[0]?.act();
    const user = state.keys.get(request.headers.authorization ?? '');
    const fault = user === undefined ? 'unauthorized' : faultFor(troubles, what);
    const logged = { what, status: 0, complexity: 0 };
    log.push(logged);
    Object.assign(logged, await respond(response, state, asked, user, fault));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    state,
    log,
    trouble: (what, fault, times = 1, after = 0) => void troubles.push({ what, fault, times, after }),
    before: (what, act) => void interruptions.push({ what, act }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function faultFor(troubles: readonly Trouble[], what: string): LinearFault | null {
  const found = troubles.find((one) => one.times > 0 && one.what.test(what));
  if (found === undefined || found.after-- > 0) return null;
  found.times--;
  return found.fault;
}

async function respond(
  response: ServerResponse,
  state: LinearState,
  asked: Query,
  user: UserState | undefined,
  fault: LinearFault | null,
): Promise<Pick<LoggedRequest, 'status' | 'complexity'>> {
  response.setHeader('date', new Date(state.now()).toUTCString());
  const replaced = fault === null ? undefined : linearFaults[fault]?.(state.now() + state.limitEndsAfterMs);
  if (replaced !== undefined) return { status: writeFault(response, replaced), complexity: 0 };
  if (fault === 'cut-before' || user === undefined) return { status: cut(response), complexity: 0 };
  const reply = await executeQuery(state, user, asked);
  const { complexity } = reply;
  if (fault === 'cut-after') return { status: cut(response), complexity };
  if (fault === 'silence') return { status: 0, complexity };
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('x-complexity', String(complexity));
  if (fault === 'cut-within') {
    response.writeHead(reply.status, { 'content-length': reply.body.length + 100 });
    response.write(reply.body.slice(0, reply.body.length / 2));
    return { status: cut(response), complexity };
  }
  const body = fault === 'half' ? reply.body.slice(0, reply.body.length / 2) : reply.body;
  response.writeHead(reply.status).end(body);
  return { status: reply.status, complexity };
}

function writeFault(response: ServerResponse, { status, type, headers, text: page }: FaultResponse): number {
  response.writeHead(status, { 'content-type': type, ...headers }).end(page);
  return status;
}

function cut(response: ServerResponse): number {
  setImmediate(() => response.destroy()); // sends the written part first
  return 0;
}

async function executeQuery(state: LinearState, user: UserState, { query, variables }: Query): Promise<Reply> {
  const document = parse(query);
  const invalid = validate(linearSchema, document);
  if (invalid.length > 0)
    return { status: 400, body: JSON.stringify({ errors: invalid.map(schemaError) }), complexity: 0 };
  const complexity = complexityOf(document, variables ?? {});
  if (complexity > maxComplexity)
    return { status: 400, body: JSON.stringify({ errors: [tooComplex(complexity)] }), complexity };
  const result = await execute({
    schema: linearSchema,
    document,
    rootValue: rootOf(state, user),
    variableValues: variables,
  });
  const bug = result.errors?.find(({ originalError }) => originalError && !(originalError instanceof GraphQLError));
  if (bug !== undefined)
    return { status: 500, body: JSON.stringify({ errors: [{ message: String(bug.stack) }] }), complexity };
  const isWrongInput = result.errors?.some(({ extensions }) => extensions['code'] === undefined);
  return { status: isWrongInput ? 400 : 200, body: JSON.stringify(result), complexity };
}

const schemaError = ({ message }: GraphQLError) => ({
  message,
  extensions: { type: 'graphql error', code: 'GRAPHQL_VALIDATION_FAILED', statusCode: 400, userError: false },
});

const tooComplex = (complexity: number) =>
  inputError('Query too complex', `The query has a complexity of ${complexity}. The maximum is ${maxComplexity}.`);
