/** Korean: why the control server did not do what it was asked. */
import { type SentencesOf, translateRefusals } from '../../codes.ts';
import type { ControlRefusalTypes } from '../../control/refusal.ts';
import { control as english } from '../en/control.ts';

const said: SentencesOf<ControlRefusalTypes> = {
  'control.unreadable': ({ detail }) => `요청을 읽을 수 없습니다: ${detail}.`,
  'control.unauthorized': ({ file }) =>
    `이번 시작의 토큰을 "Authorization: Bearer <token>"으로 보내야 합니다. 토큰은 ${file}에 있습니다.`,
  'control.foreign': () => '이 컴퓨터에서 서버 자신의 주소로 온 요청만 받으며, 다른 곳의 페이지는 받지 않습니다.',
  'control.unknown': () => '여기에는 아무것도 없습니다. GET /openapi.json이 목록을 보여 줍니다.',
  'control.method': ({ known }) => `이 주소는 ${known}(으)로 요청합니다.`,
  'control.late': () => '요청이 제때 도착하지 않았습니다.',
  'control.too-large': ({ maximum }) => `본문은 최대 ${maximum}바이트까지 받습니다.`,
  'control.long-headers': () => '헤더가 너무 깁니다.',
  'control.broken': () => '서버에 결함이 있습니다. 서버의 출력에 자세한 내용이 있습니다.',
  'queue.none': () => '여기에는 계획을 처리하는 데몬이 없습니다.',
  'plan.not-blocked': ({ plan }) => `계획 "${plan}"은(는) 막혀 있지 않습니다.`,
  'log.unknown': ({ name }) => `여기에는 "${name}" 로그가 없습니다.`,
  'analysis.off': () => '단계 분석은 이 버전에 없습니다.',
};

export const control = translateRefusals(english, said);
