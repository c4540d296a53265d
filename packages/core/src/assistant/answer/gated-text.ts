import type { AnswerSink } from '../../streams/answer-sink.ts'
import { leftOutNote } from '../grounding/gate/left-out.ts'
import { type BadBlock, NameGate } from '../grounding/gate/name-gate.ts'
import type { AnswerDraft } from './answer-draft.ts'
import type { AnswerNames } from './ground-answer.ts'
import type { OpenedQuestion } from './open-question.ts'

/** How the text of an answer reaches its reader. */
export interface AnswerText {
  write(text: string): Promise<void> | undefined
  /** Runs behind all text so far. */
  behind(run: () => Promise<void> | undefined): Promise<void> | undefined
  /** What was held back at the end of a step. */
  endStep(): Promise<void> | undefined
  /** What the whole answer ends with. */
  end(): Promise<void> | undefined
}

/** Text as it is written: only what may become a citation is held back. */
export function plainText(draft: AnswerDraft, show: AnswerSink): AnswerText {
  return {
    write: (text) => {
      const part = draft.write(text)
      return part && show(part)
    },
    behind: (run) => run(),
    endStep: () => {
      const part = draft.endStep()
      return part && show(part)
    },
    end: () => undefined,
  }
}

/** Text that holds no invented name, by the mode of the project. */
export function gatedText(
  { question }: OpenedQuestion,
  draft: AnswerDraft,
  names: AnswerNames,
  show: AnswerSink,
  repair: ((block: BadBlock) => Promise<string | undefined>) | undefined,
): AnswerText {
  const gate = new NameGate({
    check: (text, declared) => names.invented(text, declared),
    ...(repair && { repair }),
    show: (text) => {
      const part = draft.show(text)
      return part && show(part)
    },
  })
  return {
    write: (text) => gate.write(draft.filtered(text)),
    behind: (run) => gate.behindText(async () => run()),
    endStep: async () => {
      await gate.write(draft.filteredEnd())
      await gate.end()
      draft.removed = gate.removed
    },
    end: () => {
      if (gate.leftOut === 0) return undefined
      const part = draft.show(`\n\n${leftOutNote(draft.text, question.question)}`)
      return part && show(part)
    },
  }
}
