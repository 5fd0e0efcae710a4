/** Keeps the language of the person in the job of a task: every note with an answer may change it (W-11). */
import type { Answer } from '../../effects/question.ts';
import type { Step } from '../../machine/machine.ts';
import type { TaskJob } from './session.ts';
import type { Task } from './state.ts';

export const withPersonLanguage = <At extends string>(step: Step<Task, At>): Step<Task, At> => ({
  ...step,
  next: (state, answers) => setLanguage(step.next(state, answers), languageIn(answers)),
});

function languageIn(answers: Readonly<Record<string, unknown>>): string | undefined {
  const { choice, language } = Object(answers['answer']) as Partial<Answer>;
  return choice === undefined ? undefined : language;
}

function setLanguage(state: Task, language: string | undefined): Task {
  if (language === undefined) return state;
  if ('job' in state) return { ...state, job: inLanguage(state.job, language) };
  return 'setup' in state ? { ...state, setup: { ...state.setup, job: inLanguage(state.setup.job, language) } } : state;
}

const inLanguage = (job: TaskJob, userLang: string): TaskJob => (job.keepsLanguage ? job : { ...job, userLang });
