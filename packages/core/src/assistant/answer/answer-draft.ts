import type { AnswerOutcome, AnswerSource } from '../../domain/thread.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AnswerPart } from '../../streams/answer-part.ts'
import { GrowingText } from '../../turn/reply/growing-text.ts'
import { CitationFilter } from '../citations/citation-filter.ts'
import type { FoundPassages } from '../search/found-passages.ts'
import type { Question } from './question.ts'

/** The answer as far as it is written: whatever way it ends, this much is stored. */
export class AnswerDraft {
  readonly usage = { inputTokens: 0, outputTokens: 0 }
  readonly #filter: CitationFilter
  readonly #text = new GrowingText()
  #firstTextAt: number | null = null

  constructor(
    question: Question,
    found: FoundPassages,
    private readonly clock: Clock,
  ) {
    const context = question.context.map((item) => item.value).join('\n')
    this.#filter = new CitationFilter(found, `${question.question}\n${context}`)
  }

  /** When the reader saw the first text, ms since 1970; null before. */
  get firstTextAt(): number | null {
    return this.#firstTextAt
  }

  get text(): string {
    return this.#text.toString()
  }

  /** Pages that the text so far cites. */
  get citedPaths(): string[] {
    return this.#filter.cited.map(({ path }) => path)
  }

  /** Text of the model, of which the reader sees as much as is certain: undefined while all is held back. */
  write(text: string): AnswerPart | undefined {
    return this.#show(this.#filter.write(text))
  }

  /** What was held back at the end of a step. */
  endStep(): AnswerPart | undefined {
    return this.#show(this.#filter.end())
  }

  addUsage({ inputTokens, outputTokens }: AnswerDraft['usage']): void {
    this.usage.inputTokens += inputTokens
    this.usage.outputTokens += outputTokens
  }

  /** What the finished answer amounts to. An answer that says that the docs hold none lists no source. */
  conclude(): { outcome: AnswerOutcome; sources: readonly AnswerSource[] } {
    if (this.#filter.unanswered || this.text.trim() === '') return { outcome: 'unanswered', sources: [] }
    return { outcome: 'answered', sources: this.#filter.cited }
  }

  #show(text: string): AnswerPart | undefined {
    if (text === '') return undefined
    this.#firstTextAt ??= this.clock.now()
    this.#text.add(text)
    return { type: 'text', text }
  }
}
