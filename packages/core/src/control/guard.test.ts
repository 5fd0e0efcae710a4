import { describe, expect, test } from 'vitest';
import { maxBodyBytes, type RequestFacts, refuseRequest } from './guard.ts';

const server = { port: 4_500, isToken: (token: string) => token === 'right' };
const valid: RequestFacts = {
  peer: '127.0.0.1',
  hosts: ['127.0.0.1:4500'],
  origin: undefined,
  site: undefined,
  authorization: 'Bearer right',
  cookie: undefined,
  method: 'GET',
  target: '/runs',
  contentLength: undefined,
};
const refusalOf = (changed: Partial<RequestFacts>, port = 4_500) =>
  refuseRequest({ ...valid, ...changed }, { ...server, port });

describe('G1 accepts only this machine', () => {
  test.each(['127.0.0.1', '127.0.0.9', '::1', '::ffff:127.0.0.1'])('accepts %s', (peer) => {
    expect(refusalOf({ peer })).toBeUndefined();
  });

  test.each(['10.0.0.1', '192.168.0.2', '::ffff:10.0.0.1', '128.0.0.1', '1127.0.0.1', 'fe80::1', '', undefined])(
    'DO-13 rejects %s, even with a token',
    (peer) => {
      expect(refusalOf({ peer })).toBe('control.foreign');
      expect(refusalOf({ peer, target: '/health' })).toBe('control.foreign');
    },
  );
});

describe('G2 accepts only local host names', () => {
  test.each([[['127.0.0.1:4500']], [['localhost:4500']], [['LocalHost:4500']], [['[::1]:4500']]])(
    'accepts %s',
    (hosts) => {
      expect(refusalOf({ hosts })).toBeUndefined();
    },
  );

  test.each([
    [[]],
    [['']],
    [['127.0.0.1']],
    [['127.0.0.1:4501']],
    [['evil.example:4500']],
    [['127.0.0.1:4500', 'evil.example']],
    [['127.0.0.1:4500', '127.0.0.1:4500']],
    [['127.0.0.1:4500.evil.example']],
    [['user@127.0.0.1:4500']],
  ])('rejects %j', (hosts) => {
    expect(refusalOf({ hosts })).toBe('control.foreign');
  });

  test('a host without a port means port 80', () => {
    expect(refusalOf({ hosts: ['127.0.0.1'] }, 80)).toBeUndefined();
    expect(refusalOf({ hosts: ['127.0.0.1:80'], origin: 'http://127.0.0.1' }, 80)).toBeUndefined();
  });
});

describe('G3 requires the token', () => {
  test.each(['Bearer right', 'bearer right', 'Bearer  right'])('accepts %s', (authorization) => {
    expect(refusalOf({ authorization })).toBeUndefined();
  });

  test.each([undefined, '', 'right', 'Bearer', 'Bearer wrong', 'Basic right', 'Bearer right, Bearer right'])(
    'rejects %s, except for GET /health',
    (authorization) => {
      expect(refusalOf({ authorization })).toBe('control.unauthorized');
      expect(refusalOf({ authorization, method: 'POST', target: '/health' })).toBe('control.unauthorized');
      expect(refusalOf({ authorization, target: '/health' })).toBeUndefined();
    },
  );

  test('limits the size of the body, after checking the token', () => {
    expect(refusalOf({ contentLength: String(maxBodyBytes) })).toBeUndefined();
    expect(refusalOf({ contentLength: String(maxBodyBytes + 1) })).toBe('control.too-large');
    expect(refusalOf({ contentLength: '99999999', authorization: undefined })).toBe('control.unauthorized');
  });
});

describe('G4 requires our own origin for a cookie', () => {
  const cookie = { authorization: undefined, cookie: 'a=b; harness_token=right; c=d' };

  test('a cookie may read, and may write only from our own page', () => {
    expect(refusalOf(cookie)).toBeUndefined();
    expect(refusalOf({ ...cookie, method: 'POST' })).toBe('control.foreign');
    expect(refusalOf({ ...cookie, method: 'POST', origin: 'http://127.0.0.1:4500' })).toBeUndefined();
    expect(refusalOf({ ...cookie, method: 'POST', origin: 'http://127.0.0.1:3000' })).toBe('control.foreign');
  });

  test('ignores a cookie with a similar name', () => {
    expect(refusalOf({ ...cookie, cookie: 'xharness_token=right; harness_tokens=right' })).toBe('control.unauthorized');
  });
});
