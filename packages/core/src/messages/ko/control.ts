/** Korean refusals of the control server. */
import { type SentencesOf, translateRefusals } from '../../codes.ts';
import type { ControlRefusalTypes } from '../../control/refusal.ts';
import { control as english } from '../en/control.ts';

const said: SentencesOf<ControlRefusalTypes> = {
  'control.unreadable': ({ detail }) => `요청을 읽을 수 없습니다: ${detail}.`,
  'control.unauthorized': ({ file }) =>
    `이 요청에는 서버의 현재 토큰이 필요합니다. "Authorization: Bearer <token>"으로 보내세요. 토큰은 ${file}에 있습니다.`,
  'control.foreign': () =>
    '서버는 이 컴퓨터에서 서버 자신의 주소로 보낸 요청만 받습니다. 다른 웹 페이지에서 보낸 요청은 받지 않습니다.',
  'control.unknown': () => '그런 경로는 없습니다. GET /openapi.json에서 모든 경로를 볼 수 있습니다.',
  'control.method': ({ known }) => `이 경로는 ${known}만 지원합니다.`,
  'control.late': () => '요청이 제때 도착하지 않았습니다.',
  'control.too-large': ({ maximum }) => `요청 본문이 너무 큽니다. 최대 크기는 ${maximum}바이트입니다.`,
  'control.long-headers': () => '요청 헤더가 너무 깁니다.',
  'control.broken': () => '서버의 결함으로 오류가 났습니다. 자세한 내용은 서버의 출력에 있습니다.',
  'queue.none': () => '여기에는 계획을 실행하는 데몬이 없습니다.',
  'plan.not-blocked': ({ plan }) => `계획 "${plan}"은(는) 막혀 있지 않습니다.`,
  'log.unknown': ({ name }) => `"${name}" 로그를 찾을 수 없습니다.`,
  'analysis.no-graph': ({ detail }) => `코드 그래프를 읽을 수 없습니다: ${detail}.`,
};

export const control = translateRefusals(english, said);
