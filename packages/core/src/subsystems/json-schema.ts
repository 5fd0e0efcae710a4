/** Generates the JSON schema of a subsystem spec for editors from the parser's schema. */
import * as z from 'zod';
import { specSchema } from './spec-schema.ts';

export const specJsonSchema = (): Readonly<Record<string, unknown>> => {
  const { $schema, ...schema } = z.toJSONSchema(specSchema, {
    io: 'input',
    target: 'draft-7', // most editors support it best
    override: ({ jsonSchema: at }) => {
      if (at.properties) at.additionalProperties = false; // an editor shows a typing error
    },
  });
  return { $schema, title: 'subsystem spec', description: 'A subsystem of a repository, for harness.', ...schema };
};
