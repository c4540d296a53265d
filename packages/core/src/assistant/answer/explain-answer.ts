import { inject, injectable } from 'tsyringe'
import { Models } from '../../models/models.ts'
import { Settings } from '../../ports/settings.ts'
import type { NumberedPassage } from '../search/found-passages.ts'
import { GatherEvidence } from './gather-evidence.ts'
import { assistantPrompt } from './prompt.ts'
import type { Question } from './question.ts'

/** Why a passage was found, in words of the question. */
export interface PassageReason {
  /** Words of the question that its title or headings hold. */
  inHeadings: string[]
  /** Words of the question that only its text holds. */
  inText: string[]
}

/** What an answer to a question would rest on. */
export interface AnswerExplanation {
  /** `provider:model`. */
  model: string
  passages: (NumberedPassage & { reason: PassageReason })[]
  /** The whole prompt as the model gets it, each message with its role. */
  prompt: { role: string; text: string }[]
}

/** Characters a token stands for, at the least. */
const CHARACTERS_PER_TOKEN = 3

/** Shows what the first search finds for a question and the prompt that comes of it, without asking the model. */
@injectable()
export class ExplainAnswer {
  constructor(
    @inject(GatherEvidence) private readonly evidence: GatherEvidence,
    @inject(Models) private readonly models: Models,
    @inject(Settings) private readonly settings: Settings,
  ) {}

  /** @throws DocentError `model_not_configured`, and what the retriever throws. */
  async explain(question: Question, signal: AbortSignal): Promise<AnswerExplanation> {
    const { project, question: text } = question
    const model = this.models.resolve(this.models.idFor(project, 'assistant'))
    const { found, instructions } = await this.evidence.gather(question, text, signal)
    const outputTokens = Math.min(this.settings.assistant.maxOutputTokens, model.outputTokens)
    const prompt = assistantPrompt({
      project,
      instructions,
      question: text,
      history: [],
      passages: found.all,
      context: question.context,
      currentPath: question.currentPath,
      budget: (model.contextTokens - outputTokens) * CHARACTERS_PER_TOKEN,
    })
    const words = wordsOf(text)
    return {
      model: model.id,
      passages: found.all.map((passage) => ({ ...passage, reason: reasonOf(passage, words) })),
      prompt: prompt.map(({ role, content }) => ({
        role,
        text:
          typeof content === 'string'
            ? content
            : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
      })),
    }
  }
}

/** Short words say nothing about why a passage fits. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_-]{3,}/gu) ?? []
  return [...new Set(words)]
}

/** By the beginnings of words, so that "keys" is found in "key": a hint for people, not the ranking itself. */
function reasonOf({ title, headings, content }: NumberedPassage, words: readonly string[]): PassageReason {
  const above = [title, ...headings].join(' ').toLowerCase()
  const text = content.toLowerCase()
  const stem = (word: string) => (word.length > 4 ? word.slice(0, -1) : word)
  const inHeadings = words.filter((word) => above.includes(stem(word)))
  const inText = words.filter((word) => !inHeadings.includes(word) && text.includes(stem(word)))
  return { inHeadings, inText }
}
