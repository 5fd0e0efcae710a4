/** Korean problems of plan files. */
import type { Messages } from '../messages.ts';
import { defects } from './problems.ts';

export const planDefectSentences: Messages['planDefects'] = {
  ...defects,
  'duplicate-id': ({ ids, files }) => `id ${ids}이(가) 두 번 이상 있습니다: ${files}.`,
  'missing-dependency': ({ ids }) => `없는 계획에 의존합니다: ${ids}.`,
  'id-filename-mismatch': ({ ids, files }) => `id ${ids}이(가) 파일 이름과 맞지 않습니다: ${files}.`,
  'status-location-mismatch': ({ ids, files }) =>
    `${ids}의 상태가 폴더 ${files}와(과) 맞지 않습니다. 완료된 계획만 완료 폴더에 둡니다.`,
};

export const planProblems: Messages['planProblems'] = {
  'bad-name': () => '계획 파일 이름은 네 자리 숫자, 하이픈, 슬러그로 되어야 합니다. 예: 0007-login.md.',
  'written-by-agent': () =>
    '에이전트가 체크아웃에 쓴 파일이라 실행하지 않습니다. 읽어 보고 커밋하거나 삭제하거나 다음을 실행하십시오: harness trust',
  unreachable: ({ detail }) => `읽을 수 없습니다: ${detail}.`,
  'too-large': () => '계획 파일의 최대 크기(1 MiB)보다 큽니다.',
  'not-text': () => 'UTF-8 텍스트가 아닙니다.',
  'no-frontmatter': () => '하이픈 세 개로 된 줄 다음에 frontmatter로 시작하지 않습니다.',
  'unclosed-frontmatter': () => 'frontmatter가 하이픈 세 개로 된 줄로 끝나지 않습니다.',
  'not-yaml': ({ detail }) => `frontmatter가 YAML이 아닙니다: ${detail.replace(/\.$/, '')}.`,
  'unknown-key': ({ key }) => `"${key}"은(는) 알려진 계획 키가 아닙니다.`,
  'missing-key': ({ key }) => `"${key}"이(가) 없습니다.`,
  'not-an-id': ({ key }) => `"${key}"은(는) "0007"처럼 네 자리 숫자여야 합니다.`,
  'not-a-text': ({ key }) => `"${key}"은(는) 한 줄의 텍스트여야 합니다.`,
  'not-a-status': ({ key }) => `"${key}"은(는) active, in_progress, completed, blocked 가운데 하나여야 합니다.`,
  'not-a-count': ({ key }) => `"${key}"은(는) 1 이상의 정수여야 합니다.`,
  'not-ids': ({ key }) => `"${key}"은(는) ["0007"]처럼 네 자리 id의 목록이어야 합니다.`,
  'not-tags': ({ key }) => `"${key}"은(는) ["login"]처럼 공백 없는 태그의 목록이어야 합니다.`,
  'not-a-kind': ({ key }) => `"${key}"은(는) docs, refactor, tests, config 가운데 하나여야 합니다.`,
  'not-globs': ({ key }) => `"${key}"은(는) ["test/login/**"]처럼 저장소 안의 glob 목록이어야 합니다.`,
};
