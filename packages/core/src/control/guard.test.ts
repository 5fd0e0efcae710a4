import { describe, expect, test } from 'vitest';
import { maxBodyBytes, type RequestFacts, refuseRequest } from './guard.ts';

const house = { port: 4_500, isToken: (said: string) => said === 'right' };
const own: RequestFacts = {
  ...{ peer: '127.0.0.1', hosts: ['127.0.0.1:4500'], origin: undefined, site: undefined },
  ...{ authorization: 'Bearer right', cookie: undefined, method: 'GET', target: '/runs', contentLength: undefined },
};
const judged = (asked: Partial<RequestFacts>, port = 4_500) => refuseRequest({ ...own, ...asked }, { ...house, port });

describe('G1 only this machine', () => {
  test.each(['127.0.0.1', '127.0.0.9', '::1', '::ffff:127.0.0.1'])('%s is on it', (peer) => {
    expect(judged({ peer })).toBeUndefined();
  });

  test.each(['10.0.0.1', '192.168.0.2', '::ffff:10.0.0.1', '128.0.0.1', '1127.0.0.1', 'fe80::1', '', undefined])(
    'DO-13 %s is not, whatever it shows',
    (peer) => {
      expect(judged({ peer })).toBe('control.foreign');
      expect(judged({ peer, target: '/health' })).toBe('control.foreign');
    },
  );
});

describe('G2 only by our own name', () => {
  test.each([[['127.0.0.1:4500']], [['localhost:4500']], [['LocalHost:4500']], [['[::1]:4500']]])(
    '%s is ours',
    (hosts) => {
      expect(judged({ hosts })).toBeUndefined();
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
  ])('%j is not', (hosts) => {
    expect(judged({ hosts })).toBe('control.foreign');
  });

  test('a name without a port is that of port 80', () => {
    expect(judged({ hosts: ['127.0.0.1'] }, 80)).toBeUndefined();
    expect(judged({ hosts: ['127.0.0.1:80'], origin: 'http://127.0.0.1' }, 80)).toBeUndefined();
  });
});

describe('G3 only with the token', () => {
  test.each(['Bearer right', 'bearer right', 'Bearer  right'])('%s opens', (authorization) => {
    expect(judged({ authorization })).toBeUndefined();
  });

  test.each([undefined, '', 'right', 'Bearer', 'Bearer wrong', 'Basic right', 'Bearer right, Bearer right'])(
    '%s does not, but for GET /health',
    (authorization) => {
      expect(judged({ authorization })).toBe('control.unauthorized');
      expect(judged({ authorization, method: 'POST', target: '/health' })).toBe('control.unauthorized');
      expect(judged({ authorization, target: '/health' })).toBeUndefined();
    },
  );

  test('whoever may come in may not say too much', () => {
    expect(judged({ contentLength: String(maxBodyBytes) })).toBeUndefined();
    expect(judged({ contentLength: String(maxBodyBytes + 1) })).toBe('control.too-large');
    expect(judged({ contentLength: '99999999', authorization: undefined })).toBe('control.unauthorized');
  });
});

describe('G4 a cookie is not the word of a page', () => {
  const cookie = { authorization: undefined, cookie: 'a=b; harness_token=right; c=d' };

  test('reads, and writes from our own page alone', () => {
    expect(judged(cookie)).toBeUndefined();
    expect(judged({ ...cookie, method: 'POST' })).toBe('control.foreign');
    expect(judged({ ...cookie, method: 'POST', origin: 'http://127.0.0.1:4500' })).toBeUndefined();
    expect(judged({ ...cookie, method: 'POST', origin: 'http://127.0.0.1:3000' })).toBe('control.foreign');
  });

  test('a cookie of nearly that name is none', () => {
    expect(judged({ ...cookie, cookie: 'xharness_token=right; harness_tokens=right' })).toBe('control.unauthorized');
  });
});
