/** Korean notifications, short enough for a phone. */
import type { Messages } from '../messages.ts';

export const news: Messages['news'] = {
  done: ({ title, next }) => `완료: ${title}. ${next}`,
  blocked: ({ title, why, next }) => `막힘: ${title}. ${why} ${next}`,
  question: ({ title, detail, next }) => `질문: ${title}. ${detail} ${next}`,
  cap: ({ title, why, next }) => `상한에서 멈춤: ${title}. ${why} ${next}`,
  crash: ({ title, detail, next }) => `비정상 종료: ${title}. ${detail} ${next}`,
  untold: ({ kind, detail }) =>
    `notify 명령이 "${kind}" 알림을 보내지 못했습니다(${detail}). 실행은 계속되며, 이 메시지는 한 번만 표시됩니다.`,
};
