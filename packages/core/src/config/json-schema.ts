/** Generates the JSON schema of the configuration for editors from the parser's schema. */
import * as z from 'zod';
import { configSchema } from './schema.ts';

export const jsonSchema = (): Readonly<Record<string, unknown>> => {
  const { $schema, ...schema } = z.toJSONSchema(configSchema, {
    io: 'input',
    target: 'draft-7', // most editors support it best
    override: ({ jsonSchema: at }) => {
      if (at.maximum === Number.MAX_SAFE_INTEGER) delete at.maximum;
    },
  });
  const title = 'harness.config';
  return { $schema, title, description: 'The configuration of harness for one repository.', ...schema };
};
