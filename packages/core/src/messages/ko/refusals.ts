/** Korean refusals of commands. The command that helps is the same in every language. */
import { type SentencesOf, translateRefusals } from '../../codes.ts';
import type { RefusalTypes } from '../../failure/refusal.ts';
import { refusalSentences as english } from '../en/refusals.ts';
import { parenthesised } from '../parenthesised.ts';
import { purposeOf } from './add-ons.ts';

const said: SentencesOf<RefusalTypes> = {
  'usage.invalid': ({ detail }) => `명령을 이해할 수 없습니다: ${detail}.`,
  'usage.unknown-command': ({ command, suggestion }) =>
    `"${command}" 명령은 없습니다.${suggestion ? ` "${suggestion}" 명령을 찾으셨나요?` : ''}`,
  'usage.missing-input': ({ what }) => `필요한 값이 없습니다: ${what}.`,
  'usage.exact': ({ detail }) => detail,
  'command.unfinished': () =>
    '더 기다릴 것이 없어 명령이 끝나기 전에 멈췄습니다. 설정의 프로미스가 끝나지 않을 수 있습니다.',
  'tree.dirty': ({ files }) => `작업 폴더가 깨끗하지 않습니다: ${files}. 먼저 변경 내용을 커밋하거나 스태시하세요.`,
  'filter.unsupported': ({ path, detail }) =>
    `${path} 파일은 git 필터 "${detail}"를 거칩니다. 필터는 샌드박스 밖에서 에이전트의 파일을 실행할 수 있어 harness가 실행하지 않습니다. 필터 없이 파일을 그대로 커밋하려면 harness.filters를 설정하세요.`,
  'repo.missing': ({ path }) => `${path} 폴더가 없습니다.`,
  'repo.none': ({ path, detail }) =>
    `${path} 폴더는 git 저장소 안에 있지 않습니다${parenthesised(detail)}. harness는 git worktree에서 작업하므로 저장소가 필요합니다.`,
  'repo.no-commits': ({ path }) => `저장소 ${path}에 아직 커밋이 없습니다. 시작하려면 커밋이 하나 필요합니다.`,
  'repo.bare': ({ path }) => `${path} 저장소는 bare 저장소라서 작업할 폴더가 없습니다.`,
  'provider.unknown': ({ provider, known }) => `"${provider}" 제공자는 없습니다. 사용할 수 있는 제공자: ${known}.`,
  'provider.unnamed': ({ provider, setting, known }) =>
    `"${provider}" 제공자에는 에이전트가 필요합니다. agent.${setting}를 ${known} 가운데 하나나 명령으로 설정하거나 --${setting}로 지정하세요.`,
  'provider.no-program': ({ provider, program }) =>
    `"${provider}" 에이전트가 설치되어 있지 않습니다. ${program} 프로그램이 없습니다.`,
  'provider.too-old': ({ provider, program, version, least }) =>
    `"${provider}" 제공자의 프로그램 ${program}이 너무 오래되었습니다. 현재 버전은 ${version}이고, harness에는 ${least} 이상이 필요합니다.`,
  'add-on.missing': ({ name, package: missing }) =>
    `${missing} 패키지가 설치되어 있지 않습니다. harness는 ${purposeOf(name)} 이 패키지가 필요합니다.`,
  'add-on.unconfirmed': ({ packages, megabytes }) =>
    `npm으로 ${packages}(약 ${megabytes}MB)를 홈 폴더에 내려받습니다. --yes로 확인하세요.`,
  'add-on.not-installed': ({ name, detail }) =>
    `추가 구성 요소 ${name}을 설치하지 못했습니다: ${detail}. 아무것도 바뀌지 않았습니다.`,
  'provider.no-key': ({ provider, keys }) =>
    `"${provider}" 제공자에 사용할 키도 로그인도 없습니다. ${keys} 가운데 하나를 설정하거나 로그인하세요.`,
  'forge.unusable': ({ host, detail }) =>
    host
      ? `저장소가 ${host}에 있지만 토큰이 없습니다. GITHUB_TOKEN이나 GH_TOKEN을 설정하거나, gh auth token이 토큰을 출력하도록 gh에 로그인하세요.${host === 'github.com' ? '' : ` GH_HOST가 ${host}일 때만 두 변수를 이 호스트에 씁니다.`} 풀 리퀘스트를 이 컴퓨터에 두고 여기서 병합하려면 forge.kind: "local"로 설정하세요.`
      : `GitHub를 쓸 수 없습니다: ${detail}. 풀 리퀘스트를 이 컴퓨터에 두고 여기서 병합하려면 forge.kind: "local"로 설정하세요.`,
  'script.missing': ({ path }) =>
    path ? `스크립트 ${path} 파일이 없습니다.` : 'scripted 제공자에는 스크립트가 필요합니다.',
  'sandbox.missing': () => '샌드박스가 필요한데 bubblewrap이 설치되어 있지 않습니다.',
  'sandbox.unusable': ({ detail }) =>
    `샌드박스가 필요한데 여기서는 bubblewrap이 동작하지 않습니다${parenthesised(detail)}.`,
  'config.unreadable': ({ path, detail }) => `설정 ${path} 파일을 읽을 수 없습니다: ${detail}.`,
  'config.invalid': ({ path, problems }) => `설정 ${path}이(가) 올바르지 않습니다: ${problems}`,
  'config.changed': ({ path }) =>
    `에이전트가 여기에 쓸 수 있는 동안 ${path} 파일이 바뀌어 따르지 않습니다. 내용을 읽은 뒤 받아들이거나 되돌리세요.`,
  'config.exists': ({ path }) => `설정 파일이 이미 있습니다: ${path}. 바꾸지 않았습니다.`,
  'script.invalid': ({ detail }) => detail,
  'record.exists': ({ path }) => `${path} 파일이 이미 있고 이 실행의 기록이 아닙니다. 바꾸지 않았습니다.`,
  'record.unwritable': ({ path, folder, detail }) =>
    `기록 파일 ${path}에 쓸 수 없습니다: ${folder ? `${folder} 폴더가 없습니다` : detail}.`,
  'record.late': ({ run }) =>
    `${run} 실행은 기록을 시작하기 전에 에이전트를 호출했으므로 기록을 재생할 수 없습니다. --record 없이 재개하세요.`,
  'input.missing': ({ path }) => `${path} 파일이 없습니다.`,
  'input.outside': ({ path }) => `${path}은(는) 이 저장소의 파일이 아니거나 경로에 링크가 있습니다.`,
  'input.too-large': ({ path, maximum }) => `${path} 파일이 ${maximum}바이트보다 큽니다.`,
  'input.not-text': ({ path }) => `${path} 파일은 UTF-8 텍스트가 아닙니다.`,
  'input.empty': ({ path }) => `${path} 파일이 비어 있습니다.`,
  'plans.disorder': ({ problems }) => `계획 파일이 올바르지 않습니다: ${problems}`,
  'base.missing': ({ branch }) => `기준 브랜치 ${branch}이(가) 없습니다.`,
  'browser.missing': ({ detail }) => `사이트를 수집할 수 없습니다: ${detail}.`,
  'gate.no-spec': ({ key }) => `명세가 지정되지 않았습니다: --spec <경로>를 쓰거나 ${key}을(를) 설정하세요.`,
  'gate.no-criteria': ({ detail }) =>
    `출시 기준을 찾지 못했습니다: ${detail}. 기준은 "## Release criteria" 아래에 백틱으로 감싼 태그가 있는 항목입니다.`,
  'run.unknown': ({ run }) => `"${run}" 실행을 찾을 수 없습니다.`,
  'run.ambiguous': ({ run, matches }) => `"${run}" 이름에 해당하는 실행이 여럿입니다: ${matches}.`,
  'run.none': () => '끝나지 않은 실행이 없습니다.',
  'run.several': ({ runs }) => `끝나지 않은 실행이 여럿입니다: ${runs}. 하나를 지정하세요.`,
  'run.ended': ({ run, end }) => `실행 ${run}은(는) 이미 끝났습니다: ${end}.`,
  'work.claimed': ({ what }) => `다른 프로세스가 같은 작업(${what})의 실행을 방금 시작했습니다.`,
  'run.owned': ({ run, pid }) => `다른 프로세스(pid ${pid})가 ${run} 작업을 하고 있습니다.`,
  'run.of-daemon': ({ run }) => `${run}은(는) 계획 대기열입니다. 데몬만 재개할 수 있습니다.`,
  'run.deposed': () => '다른 프로세스가 이 실행을 넘겨받아 이 프로세스는 멈췄습니다.',
  'run.unresponsive': ({ run, pid }) => `${run} 실행을 소유한 프로세스 ${pid}이(가) 중지 요청에 응답하지 않습니다.`,
  'run.broken': ({ detail }) => `harness의 결함으로 이 프로세스가 끝났습니다: ${detail}. 저널은 온전합니다.`,
  'question.unknown': ({ question }) => `"${question}" 질문을 찾을 수 없습니다.`,
  'question.ambiguous': ({ question, matches }) => `"${question}"에 해당하는 질문이 여럿입니다: ${matches}.`,
  'question.answered': ({ question, by, at, choice }) =>
    by
      ? `${question} 질문에는 이미 답변이 있습니다: "${choice}" (답변: ${by}, ${at}).`
      : `${question} 질문은 닫혔습니다. 실행이 답변 없이 계속되었거나 끝났습니다.`,
  'question.not-an-option': ({ choice, options }) =>
    choice
      ? `"${choice}"을(를) 이해하지 못했습니다. 선택지에 없습니다: ${options}.`
      : `다음 선택지에서 고르세요: ${options}.`,
  'control.none': ({ pid }) =>
    pid ? `데몬(pid ${pid})이 더 이상 실행되고 있지 않습니다.` : '여기에는 실행 중인 데몬이 없습니다.',
  'control.silent': ({ pid, url }) => `프로세스 ${pid}이(가) ${url}에서 응답하지 않습니다.`,
  'control.refused': ({ detail }) => `데몬이 거부했습니다: ${detail}`,
  'control.port-taken': ({ port, detail }) =>
    `제어 서버가 포트 ${port}을(를) 사용할 수 없습니다${parenthesised(detail)}. --port <n>으로 다른 포트를, 0으로 빈 포트를 고르세요.`,
  'journal.damaged': ({ path, line }) =>
    `저널 ${path}의 ${line}번째 줄(line ${line})이 손상되었습니다. 그 줄이 잘못되었거나 앞줄에 이어지지 않습니다. 파일은 바꾸지 않았습니다.`,
  'journal.unreadable': ({ path, detail }) => `저널 ${path} 파일을 읽을 수 없습니다 (${detail}).`,
  'store.unwritable': ({ path, detail }) => `${path}에 쓸 수 없습니다 (${detail}). 아무것도 바뀌지 않았습니다.`,
};

export const refusalSentences = translateRefusals(english, said);
