/** English: why the control server did not do what it was asked. */
import type { Messages } from '../messages.ts';

const look = 'harness status';

export const control: Messages['control'] = {
  'control.unreadable': ({ detail }) => ({ message: `The request cannot be read: ${detail}.`, next: look }),
  'control.unauthorized': ({ file }) => ({
    message: `This needs the token of this start, as "Authorization: Bearer <token>"; it lies in ${file}.`,
    next: look,
  }),
  'control.foreign': () => ({
    message: 'Only this machine is served, under the address of the server itself, and no page of anybody else.',
    next: look,
  }),
  'control.unknown': () => ({ message: 'There is nothing here; GET /openapi.json lists what there is.', next: look }),
  'control.method': ({ known }) => ({ message: `This is asked with ${known}.`, next: look }),
  'control.late': () => ({ message: 'The request did not come in time.', next: look }),
  'control.too-large': ({ maximum }) => ({ message: `A body may have at most ${maximum} bytes.`, next: look }),
  'control.long-headers': () => ({ message: 'The headers are too long.', next: look }),
  'control.broken': () => ({ message: 'The server has a defect; its own output says which.', next: 'harness doctor' }),
  'queue.none': ({ command }) => ({ message: 'No daemon works plans off here.', next: `harness ${command}` }),
  'plan.not-blocked': ({ plan }) => ({ message: `The plan "${plan}" is not blocked.`, next: look }),
  'log.unknown': ({ name }) => ({ message: `There is no log "${name}" here.`, next: 'harness runs' }),
  'analysis.off': () => ({ message: 'The analysis of phases is no part of this version.', next: 'harness --help' }),
};
