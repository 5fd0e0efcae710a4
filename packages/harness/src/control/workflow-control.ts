/** Routes and `GET /health` fields that a workflow adds to the control server. */
import type { Route } from '@harness/core/control/routes';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type * as z from 'zod';

export interface WorkflowRouteRequest<Body = unknown> {
  /** Path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed by the schema of the route. */
  readonly body: Body;
}

export interface WorkflowRoute<Answer extends z.ZodType = z.ZodType> extends Route {
  readonly answer: Answer;
  handle(request: WorkflowRouteRequest, store: JsonlStore): Promise<z.input<Answer>>;
}

/** Makes the compiler check that a route answers with its document. */
export const defineRoute = <Answer extends z.ZodType>(route: WorkflowRoute<Answer>): WorkflowRoute<Answer> => route;

export interface WorkflowControl {
  /** By operation name. */
  readonly routes: Readonly<Record<string, WorkflowRoute>>;
  readonly health?: {
    readonly fields: Readonly<Record<string, z.ZodType>>;
    read(store: JsonlStore): Promise<object>;
  };
}
