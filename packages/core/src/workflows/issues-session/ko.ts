/** The Korean texts of issues-session. */
import type { Catalogue } from '../../codes.ts';
import type { sessionCodes } from './codes.ts';

export const ko: Catalogue<typeof sessionCodes> = {
  sentences: {
    'session.waiting': ({ file }) => `대화의 다음 차례를 기다립니다. Stop 훅이 실행되면 이어집니다. 상태 파일: ${file}`,
    'session.ended': ({ completed, failed, skipped }) => `완료 ${completed}건, 실패 ${failed}건, 건너뜀 ${skipped}건`,
  },
};
