import type { RemovedName } from '../../domain/grounding.ts'
import type { AnswerOutcome, AnswerSource } from '../../domain/thread.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AnswerPart } from '../../streams/answer-part.ts'
import { GrowingText } from '../../turn/growing-text.ts'
import { CitationFilter } from '../citations/citation-filter.ts'
import type { CitedPage } from '../citations/citation-writer.ts'
import type { FoundPassages } from '../search/found-passages.ts'
import type { Question } from './question.ts'

/** The answer as far as it is written: whatever way it ends, this much is stored. */
export class AnswerDraft {
  readonly usage = { inputTokens: 0, outputTokens: 0 }
  /** Invented names that the model wrote and the reader never saw. */
  removed: readonly RemovedName[] = []
  readonly #filter: CitationFilter
  /** Cited by blocks that were written again. */
  readonly #citedLater = new Map<string, CitedPage>()
  readonly #text = new GrowingText()
  #firstTextAt: number | null = null

  readonly #askedText: string

  constructor(
    question: Question,
    private readonly found: FoundPassages,
    private readonly clock: Clock,
  ) {
    const context = question.context.map((item) => item.value).join('\n')
    this.#askedText = `${question.question}\n${context}`
    this.#filter = new CitationFilter(found, this.#askedText)
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
    return this.#cited().map(({ path }) => path)
  }

  /** Text of the model, of which the reader sees as much as is certain: undefined while all is held back. */
  write(text: string): AnswerPart | undefined {
    return this.show(this.filtered(text))
  }

  /** What was held back at the end of a step. */
  endStep(): AnswerPart | undefined {
    return this.show(this.filteredEnd())
  }

  /** Text of the model with its citations as links, as far as they are known. */
  filtered(text: string): string {
    return this.#filter.write(text)
  }

  filteredEnd(): string {
    return this.#filter.end()
  }

  /** A block that the model wrote again, with its citations as links. They count when the block is taken. */
  filteredBlock(text: string): { text: string; take(): void } {
    const filter = new CitationFilter(this.found, this.#askedText)
    const written = filter.write(text) + filter.end()
    return {
      text: written,
      take: () => {
        for (const page of filter.cited) this.#citedLater.set(page.path, page)
      },
    }
  }

  /** Adds text that the reader sees. */
  show(text: string): AnswerPart | undefined {
    if (text === '') return undefined
    this.#firstTextAt ??= this.clock.now()
    this.#text.add(text)
    return { type: 'text', text }
  }

  addUsage({ inputTokens, outputTokens }: AnswerDraft['usage']): void {
    this.usage.inputTokens += inputTokens
    this.usage.outputTokens += outputTokens
  }

  /** What the finished answer amounts to. An answer that says that the docs hold none lists no source. */
  conclude(): { outcome: AnswerOutcome; sources: readonly AnswerSource[] } {
    if (this.#filter.unanswered || this.text.trim() === '') return { outcome: 'unanswered', sources: [] }
    return { outcome: 'answered', sources: this.#cited() }
  }

  #cited(): readonly CitedPage[] {
    if (this.#citedLater.size === 0) return this.#filter.cited
    return [
      ...new Map([...this.#filter.cited.map((page) => [page.path, page] as const), ...this.#citedLater]),
    ].map(([, page]) => page)
  }
}
