import { inject, injectable } from 'tsyringe'
import type { AnswerOutcome, AnswerSource } from '../../domain/thread.ts'
import { DocentError } from '../../errors/docent-error.ts'
import { assistantInstructions } from '../../ingest/source/assistant-instructions.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import type { ModelMessage } from '../../ports/job-store.ts'
import { Logger } from '../../ports/logger.ts'
import type { ResolvedModel } from '../../ports/model-provider.ts'
import { ProjectNotes } from '../../ports/project-notes.ts'
import { type RetrievalFilter, type RetrievedPassage, Retriever } from '../../ports/retriever.ts'
import { Settings } from '../../ports/settings.ts'
import { ThreadStore } from '../../ports/thread-store.ts'
import { Models } from '../../projects/models.ts'
import type { AnswerPart } from '../../streams/answer-part.ts'
import type { AnswerProducer, AnswerSink } from '../../streams/answer-sink.ts'
import { defaultBackoff } from '../../turn/backoff.ts'
import { GrowingText } from '../../turn/growing-text.ts'
import { runStep, type StepOutcome, type StepPart } from '../../turn/run-step.ts'
import type { TurnTool } from '../../turn/turn-tool.ts'
import { CitationFilter } from '../citations/citation-filter.ts'
import { suggestionsBlock } from '../citations/suggestions-block.ts'
import { FoundPassages, searchToolOutput } from '../search/found-passages.ts'
import { RetrievePassages } from '../search/retrieve-passages.ts'
import { type OpenedThread, OpenThread, type ThreadRequest } from '../threads/open-thread.ts'
import { readPageTool } from '../tools/read-page.ts'
import { searchTool } from '../tools/search.ts'
import { answerBudget, limitNote } from './answer-limits.ts'
import { asHistory, searchQuery } from './history.ts'
import { assistantPrompt, type ContextItem, type HistoryMessage } from './prompt.ts'

export interface Question extends ThreadRequest {
  /** Text of the last user message. */
  question: string
  /** Earlier messages as the client sent them: used only while no stored thread is known. */
  clientHistory: readonly HistoryMessage[]
  /** Replace the last answer of the thread. */
  regenerate: boolean
  /** 1 to 50 passages. */
  retrievalPageSize: number
  filter?: RetrievalFilter
  context: readonly ContextItem[]
  currentPath?: string
}

export interface Answer {
  threadId: string
  threadKey?: string
  /** Makes the answer, once, and pushes its parts; the last is `finish`, or an `error` that is safe to show. */
  tell: AnswerProducer
}

/** Characters a token stands for, at the least, in the texts that are counted here. */
const CHARACTERS_PER_TOKEN = 3

/** Answers a question: open thread → retrieve → prompt → turn → store. */
@injectable()
export class AnswerQuestion {
  constructor(
    @inject(OpenThread) private readonly openThread: OpenThread,
    @inject(Retriever) private readonly retriever: Retriever,
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(Models) private readonly models: Models,
    @inject(Settings) private readonly settings: Settings,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
    @inject(Logger) private readonly logger: Logger,
    @inject(RetrievePassages) private readonly retrieve: RetrievePassages,
    @inject(ProjectNotes) private readonly notes: ProjectNotes,
  ) {}

  /**
   * Resolves when the answer can begin, so that what is wrong before then is an ordinary error.
   * @throws DocentError `not_found` (thread), `model_not_configured`, and what the retriever throws.
   */
  async answer(asked: Question, signal: AbortSignal): Promise<Answer> {
    const began = this.clock.now()
    const model = this.models.resolve(this.models.idFor(asked.project, 'assistant'))
    const opened = await this.openThread.open(asked, { signal })
    const turns = asked.regenerate ? opened.turns.slice(0, -1) : opened.turns
    const history = opened.isNew ? asked.clientHistory : turns.flatMap(asHistory)
    const query = searchQuery(asked.question, history)
    const [firstHits, instructions] = await Promise.all([
      this.#retrieve(asked, query, signal),
      assistantInstructions(this.notes, asked.project.id, { signal }),
    ])
    const run: AnswerRun = {
      turnId: this.ids.sortable(),
      asked,
      opened,
      instructions,
      history,
      model,
      query,
      firstHits,
      began,
      signal,
      found: new FoundPassages(asked.project),
      text: new GrowingText(),
      searches: [query],
      firstTextAt: null,
      inputTokens: 0,
      outputTokens: 0,
    }
    return {
      threadId: opened.thread.id,
      ...(opened.threadKey === undefined ? {} : { threadKey: opened.threadKey }),
      tell: (sink) => this.#tell(run, sink),
    }
  }

  /** The answer from its start to its finish; whatever way it ends, the turn is stored before the end is told. */
  async #tell(run: AnswerRun, sink: AnswerSink): Promise<void> {
    const { asked, opened, found, signal } = run
    const filter = new CitationFilter(
      found,
      `${asked.question}\n${asked.context.map((item) => item.value).join('\n')}`,
    )
    const tell: AnswerSink = (part) => {
      signal.throwIfAborted()
      return sink(part)
    }
    const threadId = opened.thread.id
    let stored = false
    try {
      await tell({ type: 'start', messageId: run.turnId, threadId })
      await tell({ type: 'step-start' })
      await this.#firstSearch(run, tell)
      const { finishReason: reason, limit } = await this.#turn(run, filter, tell)
      const { outcome, sources } = conclude(run, filter)
      // Not after an answer that was cut off: it may have ended within a code block.
      if (asked.project.assistant.suggestions && outcome === 'answered' && reason === 'stop') {
        const text = suggestionsBlock(found, sources)
        if (text !== '') await tell({ type: 'text', text })
      }
      for (const part of limit ? limitNote(limit, run.text.toString() !== '') : []) await tell(part)
      for (const { path, url, title } of sources) await tell({ type: 'source', id: path, url, title })
      const usage = { inputTokens: run.inputTokens, outputTokens: run.outputTokens }
      await tell({ type: 'step-finish', finishReason: reason, usage })
      await this.#store(run, outcome, sources)
      stored = true
      await tell({ type: 'finish', finishReason: reason, usage, threadId })
    } catch (error) {
      if (signal.aborted || hasLeft(error)) return
      this.logger.error({ err: error, threadId }, 'an answer failed')
      stored = true
      await this.#store(run, 'failed', [])
      await sink({ type: 'error', message: 'The answer could not be finished. Try again.', cause: error })
    } finally {
      // The reader left, by its signal or by a sink that throws: what was said so far stays in the thread.
      if (!stored) await this.#store(run, 'aborted', [])
    }
  }

  async #firstSearch({ found, firstHits, query }: AnswerRun, tell: AnswerSink): Promise<void> {
    const toolCallId = `search-${this.ids.sortable()}`
    await tell({ type: 'tool-call', toolCallId, toolName: 'search', input: { query } })
    const output = searchToolOutput(found.add(firstHits))
    await tell({ type: 'tool-result', toolCallId, toolName: 'search', output })
  }

  /** Model steps until one calls no tool or reaches a limit; the last one allowed has no tools. */
  async #turn(
    run: AnswerRun,
    filter: CitationFilter,
    tell: AnswerSink,
  ): Promise<Pick<StepOutcome, 'finishReason' | 'limit'>> {
    const { asked, model, found, history } = run
    const { assistant } = this.settings
    const outputTokens = Math.min(assistant.maxOutputTokens, model.outputTokens)
    const prompt: ModelMessage[] = assistantPrompt({
      project: asked.project,
      instructions: run.instructions,
      question: asked.question,
      history,
      passages: found.all,
      context: asked.context,
      currentPath: asked.currentPath,
      budget: (model.contextTokens - outputTokens) * CHARACTERS_PER_TOKEN,
    })
    const tools = this.#tools(run)
    const budget = answerBudget(assistant, model)
    for (;;) {
      const outcome = await runStep(
        {
          model: model.model,
          prompt,
          tools,
          budget,
          signal: run.signal,
          firstPartMs: assistant.firstPartMs,
          idlePartMs: assistant.idlePartMs,
          maxAttempts: assistant.maxAttempts,
          restartable: false,
          backoff: defaultBackoff,
        },
        (part) => {
          const shown = this.#shown(run, filter, part)
          return shown && tell(shown)
        },
      )
      const rest = filter.end()
      if (rest !== '') await tell(this.#text(run, rest))
      run.inputTokens += outcome.inputTokens
      run.outputTokens += outcome.outputTokens
      if (!outcome.calledTools) return outcome
      prompt.push(...outcome.messages)
      const { inputTokens, outputTokens: written } = outcome
      const usage = { inputTokens, outputTokens: written }
      await tell({ type: 'step-finish', finishReason: 'tool-calls', usage })
      await tell({ type: 'step-start' })
    }
  }

  /** What a reader sees of a step's part: text as far as its citations are known. */
  #shown(run: AnswerRun, filter: CitationFilter, part: StepPart): AnswerPart | undefined {
    switch (part.type) {
      case 'text': {
        const text = filter.write(part.text)
        return text === '' ? undefined : this.#text(run, text)
      }
      case 'tool-call':
        return part
      case 'tool-result': {
        const { toolCallId, toolName, output, isError } = part
        return isError
          ? { type: 'tool-error', toolCallId, toolName, errorText: String(output) }
          : { type: 'tool-result', toolCallId, toolName, output }
      }
      default:
        return undefined
    }
  }

  #text(run: AnswerRun, text: string): AnswerPart {
    run.firstTextAt ??= this.clock.now()
    run.text.add(text)
    return { type: 'text', text }
  }

  #tools(run: AnswerRun): TurnTool[] {
    const { asked, found } = run
    const trustedGroups = asked.filter?.trustedGroups ?? []
    return [
      searchTool(found, (query, signal) => {
        run.searches.push(query)
        return this.#retrieve(asked, query, signal)
      }),
      readPageTool(found, (path, signal) =>
        this.retriever.page(asked.project.id, path, { signal, trustedGroups }),
      ),
    ]
  }

  async #store(run: AnswerRun, outcome: AnswerOutcome, sources: readonly AnswerSource[]): Promise<void> {
    const { asked, opened, began, firstTextAt } = run
    const now = this.clock.now()
    const { context, currentPath, filter } = asked
    await this.threads.append(
      opened.thread.id,
      {
        id: run.turnId,
        question: asked.question,
        asked: JSON.parse(JSON.stringify({ context, currentPath, filter })),
        answer: run.text.toString(),
        outcome,
        sources,
        searches: run.searches,
        model: run.model.id,
        inputTokens: run.inputTokens,
        outputTokens: run.outputTokens,
        firstTextMs: firstTextAt === null ? null : firstTextAt - began,
        totalMs: now - began,
        createdAt: now,
      },
      { replaceLast: asked.regenerate && opened.turns.length > 0 },
    )
  }

  #retrieve(asked: Question, text: string, signal: AbortSignal): Promise<RetrievedPassage[]> {
    const { project, retrievalPageSize: limit, filter, currentPath } = asked
    return this.retrieve.retrieve(
      project,
      {
        text,
        limit,
        joinNeighbours: true,
        ...(filter ? { filter } : {}),
        ...(currentPath === undefined ? {} : { currentPath }),
      },
      { signal },
    )
  }
}

/** What one answer gathers on its way. */
interface AnswerRun {
  /** Also the id of the message that the client sees: feedback names the turn by it. */
  readonly turnId: string
  readonly asked: Question
  readonly opened: OpenedThread
  /** How the owner of the documentation wants answers to be written. */
  readonly instructions: string
  readonly history: readonly HistoryMessage[]
  readonly model: ResolvedModel
  readonly query: string
  readonly firstHits: readonly RetrievedPassage[]
  readonly began: number
  readonly signal: AbortSignal
  readonly found: FoundPassages
  readonly searches: string[]
  readonly text: GrowingText
  firstTextAt: number | null
  inputTokens: number
  outputTokens: number
}

function hasLeft(error: unknown): boolean {
  return DocentError.is(error) && error.code === 'aborted'
}

/** No source is listed for an answer that says that there is none. */
function conclude(
  run: AnswerRun,
  filter: CitationFilter,
): { outcome: AnswerOutcome; sources: readonly AnswerSource[] } {
  if (filter.unanswered || run.text.toString().trim() === '') return { outcome: 'unanswered', sources: [] }
  return { outcome: 'answered', sources: filter.cited }
}
