/** Lists the settings at a path of the schema, to suggest a correction for an unknown one. */
import type * as z from 'zod';

type Schema = z.core.$ZodType;

export function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let at: readonly Schema[] = forms(schema);
  for (const key of path) at = at.flatMap((form) => below(form, key)).flatMap(forms);
  return at.flatMap(keysOf);
}

/** Unwraps a schema; returns all alternatives of a union. */
function forms(schema: Schema): readonly Schema[] {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default' || def.type === 'prefault')
    return forms(def.innerType);
  if (def.type === 'pipe') return forms(def.in);
  return def.type === 'union' ? def.options.flatMap(forms) : [schema];
}

function below(schema: Schema, key: PropertyKey): readonly Schema[] {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  if (def.type === 'object') return Object.hasOwn(def.shape, key) ? [def.shape[key as string] as Schema] : [];
  if (def.type === 'array') return [def.element];
  return def.type === 'record' ? [def.valueType] : [];
}

function keysOf(schema: Schema): readonly string[] {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  if (def.type === 'object') return Object.keys(def.shape);
  return def.type === 'record' ? [...(def.keyType._zod.values ?? [])].map(String) : [];
}
