/** Defines the steps of a scripted answer: a closed list of kinds with their fields. */
import { agentFailureKinds } from '@harness/core/effects/agent';
import * as z from 'zod';

const path = z.string().min(1);
const raw = z.boolean().default(false);
const ms = z.number().int().nonnegative();

const failureKinds = agentFailureKinds.filter((kind) => kind !== 'unscripted');

const bodies = {
  write: z
    .strictObject({
      path,
      text: z.string().exactOptional(),
      base64: z.base64().exactOptional(),
      mode: z.coerce
        .string()
        .regex(/^0?[0-7]{3}$/, 'expected a mode such as "755"')
        .exactOptional(),
      raw,
    })
    .refine(({ text, base64 }) => (text === undefined) !== (base64 === undefined), 'needs either text or base64'),
  edit: z.strictObject({ path, find: z.string().min(1), replace: z.string(), raw }),
  delete: path,
  link: z
    .strictObject({ path, to: z.string().min(1).exactOptional(), base64: z.base64().min(1).exactOptional() })
    .refine(({ to, base64 }) => (to === undefined) !== (base64 === undefined), 'needs either to or base64'),
  unlink: path,
  run: z.string().min(1),
  sleep: ms,
  fail: z.strictObject({
    kind: z.enum(failureKinds),
    retryAfterMs: ms.exactOptional(),
    status: z.number().int().exactOptional(),
    detail: z.string().exactOptional(),
    // For `budget`: the crossed limit, its amount, and the amount spent.
    limit: z.string().exactOptional(),
    of: z.number().exactOptional(),
    spent: z.number().exactOptional(),
  }),
  hang: z.literal(true),
};

export type StepKind = keyof typeof bodies;
const kinds = Object.keys(bodies) as readonly StepKind[];

export type StepOf<Kind extends StepKind> = {
  readonly [K in Kind]: {
    readonly kind: K;
    readonly body: z.output<(typeof bodies)[K]>;
    /** `{name}` is not replaced. */
    readonly raw: boolean;
  };
}[Kind];
export type ScriptStep = StepOf<StepKind>;

// One object with all kinds instead of a union, so that an error names the path of the wrong field.
const step = z
  .strictObject(bodies)
  .partial()
  .extend({ raw })
  .transform((value, context): ScriptStep => {
    const [kind, ...more] = kinds.filter((name) => value[name] !== undefined);
    if (kind === undefined || more.length > 0) {
      context.addIssue({ code: 'custom', message: `needs exactly one of ${kinds.join(', ')}` });
      return z.NEVER;
    }
    const body = value[kind];
    const rawBody = typeof body === 'object' && 'raw' in body && body.raw;
    return { kind, body, raw: value.raw || rawBody } as ScriptStep;
  });

export const steps = z.array(step).default([]);
