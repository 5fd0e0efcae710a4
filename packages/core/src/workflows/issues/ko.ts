/** The Korean texts of the issue loop. */
import { type Catalogue, translateRefusals } from '../../codes.ts';
import type { IssueChange } from '../../tracker/issue.ts';
import { goOn, type issuesCodes } from './codes.ts';
import { en } from './en.ts';

const inBrackets = (ids: string | undefined) => (ids === undefined ? '' : ` (${ids})`);
const keptText = (kept: string | undefined) => (kept === undefined ? '' : `; ${kept}에 보관했습니다`);

/** Verbs for a person's change of an issue. */
const changeWords: Readonly<Record<IssueChange, string>> = {
  closed: '닫아',
  relabelled: '라벨을 바꾸어',
  moved: '옮겨',
  gone: '삭제하여',
};
const changeWord = (how: string) => changeWords[how as IssueChange] ?? how;

export const ko: Catalogue<typeof issuesCodes> = {
  refusals: translateRefusals(en.refusals, {
    'issues.unknown-tracker': ({ tracker, known }) =>
      `"${tracker}" 트래커는 없습니다. 사용할 수 있는 트래커: ${known}.`,
    'issues.no-key': ({ tracker, keys }) => `"${tracker}" 트래커에는 키가 필요합니다. ${keys} 변수를 설정하세요.`,
    'issues.no-project': ({ tracker, detail }) =>
      `"${tracker}" 트래커에는 프로젝트가 필요합니다${detail ? `: ${detail}` : ''}. --project로 지정하거나 tracker.project를 설정하세요.`,
    'issues.no-label': () => '라벨이 비어 있습니다. 라벨은 처리해도 되는 이슈를 나타냅니다.',
    'issues.unsafe-address': ({ address }) =>
      `트래커의 키는 https 주소나 이 컴퓨터로만 보내며, ${address}에는 보내지 않습니다.`,
    'issues.issue-folder': ({ detail }) =>
      `로컬 트래커의 폴더를 쓸 수 없습니다: ${detail}. 루프가 이 폴더에 댓글을 쓰므로 git이 무시하는 폴더여야 합니다.`,
    'issues.bad-max': ({ given }) => `--max는 1 이상의 정수여야 합니다. 받은 값: ${given}`,
    'issues.specs-broken': ({ problems }) =>
      `서브시스템 명세를 사용할 수 없습니다. 이슈는 건드리지 않았습니다.\n${problems}`,
    'issues.no-branch': () => 'HEAD가 분리되어 있습니다. 이슈 루프는 체크아웃의 브랜치에 커밋합니다.',
    'issues.other-branch': ({ branch }) =>
      `이슈 루프는 브랜치 ${branch}에서 작업하는데, 체크아웃은 다른 브랜치에 있습니다.`,
    'issues.other-loop': ({ tracker, project, label }) =>
      `끝나지 않은 루프가 ${project}(${tracker})의 ${label} 이슈를 처리하고 있습니다. 이 옵션 없이 계속하거나 먼저 그 루프를 끝내십시오.`,
    'issues.unknown-action': ({ given }) =>
      `알 수 없는 동작 "${given}"입니다. 가능한 동작: start, stop, status, stop-hook.`,
  }),
  questions: {
    loop: {
      question: ({ iteration, max, completed, failed, skipped }) =>
        `이슈 루프가 활성 상태가 아닙니다. 상태 파일에 따르면 반복 ${iteration}/${max}, 완료 ${completed}개, 실패 ${failed}개, 건너뜀 ${skipped}개입니다. 어떻게 시작할까요?`,
      options: {
        restart: '반복 횟수를 1부터 다시 셉니다. 이미 끝난 이슈는 다시 처리하지 않습니다.',
        resume: '횟수를 그대로 두고 이어서 진행합니다.',
        stop: '아무것도 시작하지 않습니다.',
      },
    },
    blocked: {
      question: ({ issue, title, questions }) =>
        `${issue}, ${title}: 다음 질문에 답하기 전에는 진행할 수 없습니다.\n${questions}\n어떻게 할까요?`,
      options: {
        [goOn]: '다시 계획합니다. 메모(기타 또는 --note)는 계획자에게 정보로 전달됩니다.',
        skip: '질문을 이슈에 남기고 다음 이슈로 넘어갑니다.',
        stop: '여기서 루프를 일시 중지합니다.',
      },
    },
    reset: {
      question: ({ issue, to, commits, files }) =>
        `${issue} 작업이 실패하여 ${to} 커밋으로 되돌려야 합니다. 그 위에 다른 사람의 작업이 있습니다.${commits === '' ? '' : `\n커밋:\n${commits}`}${files === '' ? '' : `\n파일:\n${files}`}\n되돌릴까요?`,
      options: {
        Reset: '모두 되돌립니다. 먼저 전체를 참조(ref)에 보관합니다.',
        Keep: '커밋을 브랜치에 그대로 두고 실패를 보고합니다.',
        Stop: '여기서 루프를 일시 중지합니다.',
      },
    },
    warnings: {
      question: ({ issue, count, warnings }) =>
        `${issue}이(가) 검토를 통과했지만 경고가 ${count}개 있습니다.\n${warnings}\n유지할까요?`,
      options: {
        accept: '변경을 유지하고 이슈를 닫습니다.',
        revert: '변경을 되돌리고 실패로 보고합니다.',
        stop: '여기서 루프를 일시 중지합니다.',
      },
    },
  },
  progress: {
    'issues.started': ({ tracker, project, label, max }) =>
      `${tracker} 트래커, 프로젝트 ${project}, 라벨 ${label}: 이슈 최대 ${max}개`,
    'issues.claimed': ({ issue, iteration, max, title }) => `반복 ${iteration}/${max}: ${issue} ${title}`,
    'issues.taken': ({ issue, by }) => `${issue}은(는) ${by}이(가) 맡고 있어 다음 이슈로 넘어갑니다`,
    'issues.changed': ({ issue, how }) => `${issue}을(를) 사람이 ${changeWord(how)} 다음 이슈로 넘어갑니다`,
    'issues.waiting': ({ ids }) => `다른 이슈에 막혀 선택하지 않은 이슈: ${ids}`,
    'issues.planned': ({ groups, subsystems }) =>
      `계획: ${subsystems === undefined ? '' : `${subsystems}에서 `}변경 그룹 ${groups}개`,
    'issues.plan-warning': ({ text }) => `계획: ${text}`,
    'issues.plan-problems': ({ problems }) => `계획이 맞지 않아 고칩니다: ${problems}`,
    'issues.group': ({ n, of, title }) => `변경 그룹 ${n}/${of}: ${title}`,
    'issues.group-retry': ({ n, because }) => `변경 그룹 ${n}을(를) 한 번 더 시도합니다: ${because}`,
    'issues.may-be-yours': ({ commit }) =>
      `그중 직접 고친 파일이 있으면 보관되어 있습니다: git restore --source=${commit} <file>`,
    'issues.flake': ({ command }) => `${command}을(를) 변경 없이 한 번 더 실행합니다. 우연한 실패일 수 있습니다`,
    'issues.invariant': ({ text }) => text,
    'issues.committed': ({ subject, commit }) => `${commit} 커밋: ${subject}`,
    'issues.taken-out': ({ n, because, kept }) => `변경 그룹 ${n}을(를) 제외했습니다: ${because}${keptText(kept)}`,
    'issues.blocked': ({ questions }) => `막힘: ${questions}`,
    'issues.reviewed': ({ verdict, passed, total, count }) =>
      `검토: ${verdict}, 불변 조건 ${passed}/${total}${count === 0 ? '' : `, 경고 ${count}개`}`,
    'issues.warning': ({ text }) => `경고: ${text}`,
    'issues.fixing': ({ because }) => `검토에서 한 번의 수정을 요청했습니다: ${because}`,
    'issues.reset': ({ commit }) => `작업을 되돌려 브랜치가 다시 ${commit}에 있습니다`,
    'issues.gap': ({ id, title }) => `사람이 확인할 ${id}을(를) 열었습니다: ${title}`,
    'issues.left': ({ issue, how }) => `그사이 사람이 ${issue}을(를) ${changeWord(how)} 상태를 그대로 둡니다`,
    'issues.completed': ({ issue, groups, of }) => `${issue} 완료: 변경 그룹 ${groups}/${of}`,
    'issues.failed': ({ issue, because }) => `${issue} 실패: ${because}`,
    'issues.skipped': ({ issue }) => `${issue}을(를) 건너뜁니다. 질문은 이슈에 있습니다`,
    'issues.paused': ({ issue, done, of }) =>
      of === 0
        ? `${issue} 일시 중지: 아직 계획이 없습니다`
        : `${issue} 일시 중지: 변경 그룹 ${done}/${of}개를 커밋했습니다`,
    'issues.foreign': ({ files }) => `사람이 변경한 파일은 그대로 둡니다: ${files}`,
    'issues.discovery': ({ interval }) => `Discovery trigger: ${interval} issues completed since last discovery`,
    'issues.patterns': ({ count, file }) => `패턴 ${count}개와 제안을 ${file}에 기록했습니다`,
    'issues.stop-asked': () => '사람이 루프를 멈추도록 요청했습니다',
    'issues.max-reached': ({ max }) => `이슈 ${max}개를 처리하여 최대 개수에 도달했습니다`,
  },
  sentences: {
    'issues.loop-totals': ({ completed, failed, skipped, failedIds, skippedIds }) =>
      `완료 ${completed}개, 실패 ${failed}개${inBrackets(failedIds)}, 건너뜀 ${skipped}개${inBrackets(skippedIds)}`,
    'issues.outage': ({ tracker, minutes }) =>
      `${tracker} 트래커가 응답하지 않아 최대 ${minutes}분 동안 다시 시도합니다. Ctrl-C로 멈춥니다`,
    'issues.continue': ({ command }) => `다음 명령이 여기서 이어집니다: ${command}`,
    'issues.ask-project': () => '이슈를 처리할 프로젝트',
    'issues.ask-label': ({ label }) => `준비된 이슈의 라벨 (기본값 ${label})`,
    'issues.ask-max': ({ max }) => `최대 이슈 수 (기본값 ${max})`,
  },
};
