/** Korean: what people who are not there are told, short enough for a phone. */
import type { Messages } from '../messages.ts';

export const news: Messages['news'] = {
  done: ({ title, next }) => `완료: ${title}. ${next}`,
  blocked: ({ title, why, next }) => `막힘: ${title}. ${why} ${next}`,
  question: ({ title, question, next }) => `질문: ${title}. ${question} ${next}`,
  cap: ({ title, why, next }) => `상한에서 멈춤: ${title}. ${why} ${next}`,
  crash: ({ title, detail, next }) => `비정상 종료: ${title}. ${detail} ${next}`,
  escalate: ({ title, detail, next }) => `사람이 필요함: ${title}: ${detail}. ${next}`,
  'max-iter': ({ title, detail, next }) => `반복 ${detail}번을 모두 씀: ${title}. ${next}`,
  'cost-cap': ({ title, next }) => `비용 상한 도달: ${title}. ${next}`,
  'cost-warn': ({ title, detail, next }) => `비용 상한에 가까움: ${title}: ${detail}. ${next}`,
  checkpoint: ({ title, question, next }) => `체크포인트에서 기다림: ${title}. ${question} ${next}`,
  'review-pending': ({ title, detail, next }) => `결정을 기다림: ${title}: ${detail}. ${next}`,
  untold: ({ kind, detail }) =>
    `notify 설정의 명령이 "${kind}" 알림을 처리하지 못했습니다(${detail}). 실행은 계속되며, 이 말은 한 번만 합니다.`,
};
