/** The part of the control server that a workflow adds: routes, and fields of `GET /health`. */
import type { Route } from '@harness/core/control/routes';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type * as z from 'zod';

export interface WorkflowRouteRequest {
  /** The parts of its path, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** As the schema of the route reads it. */
  readonly body: unknown;
}

export interface WorkflowRoute<Answer extends z.ZodType = z.ZodType> extends Route {
  readonly answer: Answer;
  handle(request: WorkflowRouteRequest, store: JsonlStore): Promise<z.input<Answer>>;
}

/** Checks that a route answers with its document. */
export const defineRoute = <Answer extends z.ZodType>(route: WorkflowRoute<Answer>): WorkflowRoute<Answer> => route;

export interface WorkflowControl {
  /** By the name of the operation. */
  readonly routes: Readonly<Record<string, WorkflowRoute>>;
  readonly health?: {
    readonly fields: Readonly<Record<string, z.ZodType>>;
    read(store: JsonlStore): Promise<object>;
  };
}
