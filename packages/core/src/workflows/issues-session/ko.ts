/** The Korean texts of issues-session. */
import { type Catalogue, translateRefusals } from '../../codes.ts';
import type { sessionCodes } from './codes.ts';
import { en } from './en.ts';

const reasons: Readonly<Record<string, string>> = {
  link: '파일이나 폴더가 링크입니다',
  'not-a-file': '일반 파일이 아닙니다',
  'too-large': '1MB보다 큽니다',
  'not-text': 'UTF-8 텍스트가 아닙니다',
  refused: '열 권한이 없습니다',
};
const reasonOf = (why: string) => reasons[why] ?? why;

export const ko: Catalogue<typeof sessionCodes> = {
  refusals: translateRefusals(en.refusals, {
    'loop.none': () => 'No active harness session (활성 세션이 없습니다)',
    'loop.no-file': () => 'No harness state file found (상태 파일이 없습니다)',
    'loop.unusable': ({ file, why }) =>
      `${file}을 상태 파일로 쓸 수 없습니다: ${reasonOf(why)}. 읽거나 쓴 내용이 없습니다.`,
    'loop.broken': ({ file, detail }) => `${file}을 읽을 수 없습니다: ${detail}. 파일은 바뀌지 않았습니다.`,
  }),
  sentences: {
    'loop.stopping': () => 'Harness will stop after current issue completes (현재 이슈가 끝나면 멈춥니다)',
    'status.active': () => '활성',
    'status.inactive': () => '비활성',
    'status.iteration': ({ iteration, maximum }) => `반복 ${iteration}/${maximum === 0 ? '제한 없음' : maximum}`,
    'status.completed': ({ count, ids }) => `완료: ${count}${ids}`,
    'status.failed': ({ count, ids }) => `실패: ${count}${ids}`,
    'status.skipped': ({ count, ids }) => `건너뜀: ${count}${ids}`,
    'status.row': ({ count, limit }) => `연속 실패: ${count}/${limit}`,
    'status.current': ({ issue }) => `현재 이슈: ${issue}`,
    'status.friction': () => '마찰 기록(최근 5건):',
    'loop.unwritten': ({ file, why }) =>
      `${file}을 쓰지 못했습니다: ${reasonOf(why)}. 실행은 계속되며, 쓸 수 있게 되면 다시 씁니다.`,
    'hook.number': ({ file, field }) => `${file}의 ${field} 값이 정수가 아닙니다. 루프를 비활성으로 바꿨습니다.`,
    'hook.broken': ({ file, detail }) => `${file}을 읽을 수 없습니다: ${detail}. 루프를 비활성으로 바꿨습니다.`,
    'hook.empty': ({ file }) => `${file}의 머리말 아래에 프롬프트가 없습니다. 루프를 비활성으로 바꿨습니다.`,
    'hook.no-input': () => 'Stop 훅의 입력이 JSON 객체가 아닙니다. 루프를 비활성으로 바꿨습니다.',
    'hook.no-transcript': ({ path }) =>
      `Stop 훅의 입력에 메시지가 없고 대화 기록도 읽을 수 없습니다: ${path}. 루프를 비활성으로 바꿨습니다.`,
    'hook.no-message': () => '대화 기록에 에이전트의 메시지가 없습니다. 루프를 비활성으로 바꿨습니다.',
    'hook.unusable': ({ file, why }) => `${file}을 바꿀 수 없습니다: ${reasonOf(why)}. 대화는 끝나도 됩니다.`,
    'hook.other-run': ({ file, run }) =>
      `${file}은 실행 ${run}의 파일이며 Stop 훅으로는 이어지지 않습니다. 다음 명령으로 이어 가십시오: harness issues start`,
    'hook.busy': ({ run }) => `다른 프로세스가 5초 동안 실행 ${run}을 점유하고 있습니다. 대화는 끝나도 됩니다.`,
    'session.waiting': ({ file }) => `대화의 다음 차례를 기다립니다. Stop 훅이 실행되면 이어집니다. 상태 파일: ${file}`,
    'session.ended': ({ completed, failed, skipped }) => `완료 ${completed}건, 실패 ${failed}건, 건너뜀 ${skipped}건`,
  },
};
