/** The Korean texts of mission. Verbs, statuses and ids stay English. */
import { type Catalogue, translateRefusals } from '../../codes.ts';
import type { missionCodes } from './codes.ts';
import type { CompetitionVerdict } from './competition/job.ts';
import { en } from './en.ts';

const chosenBy: Readonly<Record<string, string>> = {
  alone: '통과한 유일한 레인',
  judge: '심사자가 선택',
  smallest: '심사자의 쓸 수 있는 답이 없어 가장 작은 변경을 선택',
  nobody: '통과한 레인 없음',
} satisfies Record<CompetitionVerdict['by'], string>;

export const ko: Catalogue<typeof missionCodes> = {
  refusals: translateRefusals(en.refusals, {
    'features.disorder': ({ problems }) =>
      `.harness/features.json과 .harness/validation-contract.md의 계획이 올바르지 않습니다: ${problems}`,
    'mission.unfinished': ({ run, spec }) =>
      `다른 미션이 아직 끝나지 않았습니다: ${run} (${spec}). 새 미션을 시작하기 전에 그 미션을 중지하세요.`,
    'mission.unsupported': ({ detail }) => `미션은 아직 이 설정을 지원하지 않습니다: ${detail}.`,
    'checkpoint.unknown': ({ name, known }) =>
      `대기 중인 체크포인트 "${name}"이(가) 없습니다${known ? `. 대기 중: ${known}` : ''}.`,
    'checkpoint.unset': ({ name }) => `체크포인트 "${name}"을(를) 앞둔 끝나지 않은 미션이 없습니다.`,
    'checkpoint.pending': ({ paths }) =>
      `사람을 기다리는 체크포인트가 있습니다: ${paths}. 읽어 보세요. 승인해야 미션을 시작합니다.`,
  }),
  questions: {
    checkpoint: {
      question: ({ name }) => `미션이 체크포인트 ${name}에 도달했습니다. 계속할까요?`,
      options: {
        Grant: '미션을 계속합니다.',
        Stop: '미션을 끝냅니다. 잃는 작업은 없습니다.',
      },
    },
    'features-file': {
      question: ({ problems }) =>
        `.harness의 계획(features.json 또는 validation-contract.md)이 직접 수정되었습니다. ${problems ? `수정한 내용이 올바르지 않습니다: ${problems}. ` : ''}미션이 파일과 자신의 버전 중 어느 쪽을 사용할까요?`,
      options: {
        'Take over': '올바르면 파일의 내용을 사용합니다.',
        Overwrite: '미션의 버전을 사용합니다. 수정한 파일은 <name>.yours-<n>으로 보관합니다.',
      },
    },
    scope: {
      question: ({ item, files }) =>
        `${item}의 변경이 이 기능에 속하지 않는 파일을 건드립니다: ${files}. 어떻게 계속할까요?`,
      options: {
        Allow: '의도한 변경입니다. 이 파일이 더 바뀌면 다시 묻습니다.',
        'Send back': '에이전트가 되돌리게 합니다.',
        Stop: '여기서 멈춥니다. 잃는 작업은 없습니다.',
      },
    },
  },
  progress: {
    'lane.undocumented': ({ why }) => `기능 문서를 빼고 기능만 병합합니다: ${why}`,
    'mission.planned': ({ count }) => `계획에 기능 ${count}개가 있습니다`,
    'mission.green-claims': ({ commands }) =>
      `계획의 이 명령은 기능 없이도 통과하므로 아무것도 증명하지 못합니다: ${commands}`,
    'mission.decided': ({ n, choice }) => `반복 ${n}: ${choice}`,
    'mission.ghost': ({ n, choice, why }) => `반복 ${n}: ${choice} 결정을 받아들이지 않았습니다: ${why}`,
    'mission.landed': ({ item, why }) => `${item} 통과하지 못함: ${why}`,
    'mission.merged': ({ item, commit }) =>
      commit ? `${item} 통과, ${commit.slice(0, 10)}(으)로 병합했습니다` : `${item} 통과, 병합할 내용이 없었습니다`,
    'mission.left': ({ why }) => `체크아웃이 최신 상태가 아닙니다: ${why}`,
    'mission.user-file-touched': ({ path, how, command }) =>
      `미션 중에 당신의 파일 ${path} 파일이 ${how === 'deleted' ? '지워졌습니다' : '바뀌었습니다'}. 보관되어 있으며 다음 명령으로 되돌립니다: ${command}`,
    'mission.user-files-touched': ({ count }) =>
      `모두 ${count}개의 파일이 달라졌습니다. \`harness show\`가 보관한 ref를 보여 줍니다`,
    'mission.kept': ({ item, branch }) => `${item} 통과, ${branch}에 남겨 두었습니다. 병합하지 않습니다`,
    'mission.smoke-apart': ({ files }) =>
      `기능들이 서로 충돌해 아직 시험할 제품이 없습니다. 양쪽이 바꾼 파일: ${files}`,
    'mission.winner': ({ item, choice, by }) => `${item}: ${choice} (판정: ${chosenBy[by] ?? by})`,
    'mission.remembered': ({ count }) => `미션의 기억을 저장했습니다. 다음 미션을 위한 줄: ${count}개`,
    'mission.unremembered': ({ why }) => `미션의 기억이 완전하지 않습니다: ${why}`,
    'mission.documented': ({ commit }) => `기능 문서를 ${commit.slice(0, 10)}(으)로 병합했습니다`,
    'mission.undocumented': ({ why }) => `기능 문서를 병합하지 않았습니다: ${why}`,
    'mission.smoke-passed': () => '스모크 테스트를 통과했습니다',
    'mission.smoke-failed': ({ item, why }) => `스모크 테스트가 실패하여 ${item}을(를) 다시 엽니다: ${why}`,
  },
  notifications: {
    escalate: ({ title, detail, next }) => `사람이 필요함: ${title}: ${detail}. ${next}`,
    'max-iter': ({ title, detail, next }) => `반복 ${detail}번을 모두 씀: ${title}. ${next}`,
    'cost-cap': ({ title, next }) => `비용 상한 도달: ${title}. ${next}`,
    'cost-warn': ({ title, detail, next }) => `비용 상한에 가까움: ${title}: ${detail}. ${next}`,
    checkpoint: ({ title, detail, next }) => `체크포인트에서 기다림: ${title}. ${detail} ${next}`,
    'review-pending': ({ title, detail, next }) => `결정을 기다림: ${title}: ${detail}. ${next}`,
  },
  sentences: {
    'defect.no-claims': ({ ids }) => `기능 ${ids}에 주장(claim)이 없어 완료를 확인할 수 없습니다.`,
    'defect.unknown-claim': ({ ids }) => `기능이 계약에 없는 검증 항목을 주장합니다(기능, 주장 순): ${ids}.`,
    'defect.duplicate-assertion': ({ ids }) => `검증 항목 ${ids}이(가) 두 번 이상 있습니다.`,
    'defect.unclaimed-assertion': ({ ids }) => `검증 항목 ${ids}을(를) 주장하는 기능이 없습니다.`,
    'defect.removed-begun': ({ ids }) =>
      `기능 ${ids}은(는) 레인에 작업이 있어 제거할 수 없습니다. 그대로 두거나 미션을 중지하세요.`,
    'reason.attempts': ({ about }) => `${about}: 설계자의 결정 뒤에도 계속 실패합니다`,
    'reason.blocked': ({ about }) => `여러 기능이 막혀 있습니다(${about})`,
    'reason.nothing-can-go-on': () => '진행할 수 있는 기능이 없습니다. 모두 막힌 기능을 기다립니다',
    'reason.smoke': ({ about }) => `스모크 테스트를 실행할 수 없습니다(${about})`,
    'reason.pull': ({ about }) => `풀 리퀘스트를 열 수 없습니다(${about})`,
    'reason.checkout': ({ about }) =>
      `체크아웃이 미션의 브랜치에 있지 않습니다(${about || '브랜치 없음'}). 미션의 브랜치로 전환하세요`,
    'reason.dependencies': ({ about }) => `의존성을 설치하지 못했습니다: "${about}" 실패. 체크아웃에서 직접 실행하세요`,
    'reason.red-base': ({ about }) => `마지막 병합 뒤 기준 브랜치에서 검사가 실패합니다: ${about}`,
    escalated: ({ reason }) =>
      `사람이 필요합니다: ${reason}. 자세한 내용은 .harness/escalation.md에 있습니다. 잃은 작업은 없습니다`,
    limit: ({ most }) => `반복 ${most}번을 모두 썼습니다. 잃은 작업은 없습니다`,
    capped: () => '비용 상한에 도달했습니다. 잃은 작업은 없습니다',
    merged: ({ count, of, base }) => `기능 ${of}개 가운데 ${count}개를 ${base}에 병합했습니다`,
    branches: ({ count, of, base, branches }) =>
      `기능 ${of}개 가운데 ${count}개가 통과했습니다. ${base}은(는) 바뀌지 않았습니다. ${branches === '' ? '남긴 브랜치가 없습니다' : `남긴 브랜치: ${branches}`}`,
    attempts: ({ count }) => `시도 ${count}번`,
    noCheckpoint: () => '대기 중인 체크포인트가 없습니다.',
    granted: ({ name }) => `승인했습니다: ${name}`,
    goingOn: ({ run }) => `끝나지 않은 실행 ${run}을(를) 재개합니다.`,
  },
};
