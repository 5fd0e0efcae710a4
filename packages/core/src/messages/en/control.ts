/** English refusals of the control server. */
import type { Messages } from '../messages.ts';

const look = 'harness status';

export const control: Messages['control'] = {
  'control.unreadable': ({ detail }) => ({ message: `The request cannot be read: ${detail}.`, next: look }),
  'control.unauthorized': ({ file }) => ({
    message: `This request needs the current token of the server, as "Authorization: Bearer <token>". The token is in ${file}.`,
    next: look,
  }),
  'control.foreign': () => ({
    message:
      "The server only accepts requests from this machine to the server's own address, never from other web pages.",
    next: look,
  }),
  'control.unknown': () => ({ message: 'There is no such route. GET /openapi.json lists all routes.', next: look }),
  'control.method': ({ known }) => ({ message: `This route only supports ${known}.`, next: look }),
  'control.late': () => ({ message: 'The request did not arrive in time.', next: look }),
  'control.too-large': ({ maximum }) => ({
    message: `The request body is too large: the maximum is ${maximum} bytes.`,
    next: look,
  }),
  'control.long-headers': () => ({ message: 'The request headers are too long.', next: look }),
  'control.broken': () => ({
    message: 'A defect in the server caused an error. The output of the server has the details.',
    next: 'harness doctor',
  }),
  'queue.none': ({ command }) => ({ message: 'No daemon is running plans here.', next: `harness ${command}` }),
  'plan.not-blocked': ({ plan }) => ({ message: `The plan "${plan}" is not blocked.`, next: look }),
  'log.unknown': ({ name }) => ({ message: `No log "${name}" found.`, next: 'harness runs' }),
  'analysis.no-graph': ({ detail }) => ({
    message: `The code graph cannot be read: ${detail}.`,
    next: 'harness doctor',
  }),
};
