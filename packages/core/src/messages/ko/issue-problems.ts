/** Korean texts of problems in files of the local tracker. */
import { isIssueProblem, type LocalIssueProblem } from '../../tracker/local-issue.ts';

const texts: Readonly<Record<LocalIssueProblem, (detail: string) => string>> = {
  'bad-name': () => '파일 이름이 APP-1.md처럼 영문자, 하이픈, 숫자로 되어 있지 않습니다',
  unreachable: (detail) => `읽을 수 있는 파일이 아닙니다(${detail})`,
  'too-large': () => '4MB보다 큽니다',
  'not-text': () => 'UTF-8 텍스트가 아닙니다',
  'no-frontmatter': () => '"---" 줄과 이슈의 필드로 시작하지 않습니다',
  'unclosed-frontmatter': () => '프런트매터를 닫는 "---" 줄이 없습니다',
  'not-yaml': (detail) => `프런트매터가 YAML이 아닙니다(${detail})`,
  'missing-key': (detail) => `${detail} 필드가 없습니다`,
  'other-id': (detail) => `id가 ${detail}인데, 파일 이름과 같아야 합니다`,
  'not-a-text': (detail) => `${detail} 필드는 한 줄짜리 텍스트여야 합니다`,
  'not-a-list': (detail) => `${detail} 필드는 텍스트 목록이어야 합니다`,
  'not-a-priority': (detail) => `우선순위 ${detail}은(는) 0에서 4 사이의 숫자가 아닙니다`,
  'not-a-time': (detail) => `createdAt이 시각이 아닙니다: ${detail}`,
  'missing-blocker': (detail) => `존재하지 않는 ${detail}에 막혀 있습니다`,
};

export const issueProblemText = (problem: string, detail: string): string =>
  isIssueProblem(problem) ? texts[problem](detail) : problem;
