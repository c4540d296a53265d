import {
  AssistantClient,
  type ContextItem,
  type HandedOver,
  type OwnAnswer,
  pagePath,
  randomId,
  type SearchFilter,
  type SearchResult,
  type SiteVariants,
  Transport,
} from '@docent/client'
import { failureOf } from './failure-of.ts'
import { inventedNames } from './invented-names.ts'
import { previewsOf } from './passage-previews.ts'
import { openSavedConversation, type SavedConversation } from './saved-conversation.ts'
import { splitSuggestions } from './suggestions.ts'
import { newTurn, type Turn } from './turn.ts'
import { checkedSentences } from './unsupported.ts'

export interface ConversationState {
  readonly turns: readonly Turn[]
  readonly threadId: string | undefined
}

export interface ConversationOptions {
  domain: string
  key: string
  /** Address of the server. */
  server: string
  filter?: SearchFilter | undefined
  /** Path of the page that is viewed; asked at each question. Default: the page's own. */
  currentPath?: () => string
  /** Keeps the conversation across pages and tabs. Default true; where storage is blocked it lives with the page. */
  keep?: boolean
}

/**
 * A conversation without any user interface: state, what changes it, and who is told. The element draws it; sites that
 * draw their own use it directly.
 *
 * @example
 * const conversation = new Conversation({ domain: 'handbook', key: 'svc_dsc_…', server: 'https://docs.acme.com' })
 * conversation.subscribe(() => render(conversation.state))
 * await conversation.ask('How do I sign in?')
 */
export class Conversation {
  readonly #assistant: AssistantClient
  readonly #options: ConversationOptions
  readonly #saved: SavedConversation | undefined
  readonly #listeners = new Set<() => void>()
  #state: ConversationState = { turns: [], threadId: undefined }
  #threadKey: string | undefined
  #fp = ''
  #running: AbortController | undefined
  /** Ends with the conversation. */
  #checks = new AbortController()
  /** What the reader chose, before what the site says. */
  #choice: Pick<SearchFilter, 'version' | 'language'> = {}

  constructor(options: ConversationOptions) {
    this.#options = options
    this.#assistant = new AssistantClient(new Transport({ baseUrl: options.server, key: options.key }))
    if (options.keep !== false) this.#saved = openSavedConversation(`${options.server}/${options.domain}`)
    this.#restore()
    for (const turn of this.#state.turns) if (turn.isChecking) void this.#awaitSentences(turn)
    this.#saved?.onChange(() => {
      if (this.#running === undefined) this.#restore()
    })
  }

  get state(): ConversationState {
    return this.#state
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Calls `listener` after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks, and resolves with the turn as it ended; a failure is in the turn. Does nothing while another answer comes. */
  async ask(question: string, context: readonly ContextItem[] = []): Promise<Turn | undefined> {
    if (question.trim() === '' || this.#running !== undefined) return undefined
    const turn = newTurn({ id: randomId(), question: question.trim(), context })
    const { turns } = this.#state
    const last = turns.at(-1)
    // What was refused and is sent again stands there once.
    const isAgain =
      last?.status === 'failed' && last.messageId === undefined && last.question === turn.question
    this.#set({ turns: [...(isAgain ? turns.slice(0, -1) : turns), turn] })
    return this.#answer(turn, false)
  }

  /** Asks the last question again. */
  async regenerate(): Promise<Turn | undefined> {
    const last = this.#state.turns.at(-1)
    if (last === undefined || this.#running !== undefined) return undefined
    const turn = newTurn(last)
    this.#replace(turn)
    // The server has an answer to replace only if it began one.
    return this.#answer(turn, last.messageId !== undefined)
  }

  /** Stops the answer that is coming; what came stays. */
  stop(): void {
    this.#running?.abort()
  }

  /** Ends the conversation: the next question begins a new thread. */
  reset(): void {
    this.stop()
    this.#checks.abort()
    this.#checks = new AbortController()
    this.#threadKey = undefined
    this.#state = { turns: [], threadId: undefined }
    this.#fp = ''
    this.#saved?.clear()
    this.#notify()
  }

  /** @throws ApiError, ConnectionError. */
  async rate(turnId: string, rating: 'up' | 'down', text?: string): Promise<void> {
    const turn = this.#state.turns.find(({ id }) => id === turnId)
    if (turn === undefined || this.#state.threadId === undefined) return
    this.#replace({ ...turn, rating })
    await this.#assistant.feedback(this.#options.domain, {
      ...this.#named(turn.messageId),
      rating,
      ...(text !== undefined && text.trim() !== '' && { text: text.trim() }),
    })
  }

  /** How the reader reaches a person. Nothing is sent to anybody without `send`. @throws ApiError, ConnectionError. */
  handOver(request: { send?: boolean; contact?: string } = {}): Promise<HandedOver> {
    const { messageId: _, ...named } = this.#named(undefined)
    return this.#assistant.handOver(this.#options.domain, { ...named, ...request })
  }

  /** Passages for a search as one types. @throws ApiError, ConnectionError, the signal's reason. */
  search(query: string, signal: AbortSignal): Promise<SearchResult[]> {
    const filter = this.#filter
    return this.#assistant.search(this.#options.domain, query, { pageSize: 8, signal, filter })
  }

  /** What a reader of the page can choose between. @throws ApiError, ConnectionError. */
  variants(): Promise<SiteVariants> {
    return this.#assistant.variants(this.#options.domain, { path: this.#path })
  }

  /** The version and the language that the next questions are about. */
  choose(choice: Pick<SearchFilter, 'version' | 'language'>): void {
    this.#choice = choice
  }

  /** Stops listening to other tabs. */
  dispose(): void {
    this.stop()
    this.#checks.abort()
    this.#saved?.dispose()
    this.#listeners.clear()
  }

  async #answer(turn: Turn, isRegenerated: boolean): Promise<Turn> {
    const abort = new AbortController()
    this.#running = abort
    let now = turn
    const change = (fields: Partial<Turn>) => {
      now = { ...now, ...fields }
      this.#replace(now)
    }
    // One crypto-random name for this conversation alone: nobody else can go on with its thread, and it tracks no one.
    this.#fp ||= randomId()
    const stream = this.#assistant.stream(
      this.#options.domain,
      {
        fp: this.#fp,
        messages: [{ role: 'user', parts: [{ type: 'text', text: turn.question }] }],
        currentPath: pagePath(this.#path),
        ...(turn.context.length > 0 && { context: turn.context }),
        filter: this.#filter,
        ...(this.#state.threadId !== undefined && { threadId: this.#state.threadId }),
        ...(this.#threadKey !== undefined && { threadKey: this.#threadKey }),
        ...(isRegenerated && { trigger: 'regenerate-message' }),
      },
      { signal: abort.signal },
    )
    try {
      for await (const chunk of stream) {
        const { answer } = stream
        this.#threadKey = answer.threadKey ?? this.#threadKey
        if (answer.threadId !== '' && answer.threadId !== this.#state.threadId)
          this.#set({ threadId: answer.threadId })
        if (chunk.type === 'start' && answer.messageId !== undefined) change({ messageId: answer.messageId })
        if (chunk.type === 'text-delta') change({ status: 'answering', ...splitSuggestions(answer.text) })
        if (chunk.type === 'source-url') change({ sources: [...answer.sources] })
        if (chunk.type === 'data-grounding') change({ invented: inventedNames(chunk.data) })
        if (chunk.type === 'tool-output-available')
          change({ passages: { ...now.passages, ...previewsOf(chunk.output) } })
      }
      change({ status: 'done', ...(stream.answer.checksClaims && { isChecking: true }) })
    } catch (error) {
      change(
        abort.signal.aborted
          ? { status: 'stopped' }
          : {
              status: 'failed',
              failure: failureOf(error, {
                hasBegun: now.text !== '',
                hasThread: this.#state.threadId !== undefined,
              }),
            },
      )
    } finally {
      this.#running = undefined
      this.#save()
      this.#notify()
    }
    if (now.isChecking) void this.#awaitSentences(now)
    return now
  }

  /** The answer is complete: nobody waits for this, and nothing fails when it does not come. */
  async #awaitSentences({ messageId }: Turn): Promise<void> {
    const { signal } = this.#checks
    const found = await this.#assistant
      .claims(this.#options.domain, { ...this.#named(messageId), signal })
      .catch((error: unknown) => console.debug('docent-assistant: no check of the answer came.', error))
    const turn = this.#state.turns.find((other) => other.messageId === messageId)
    if (turn === undefined || signal.aborted) return
    const { isChecking: _, ...rest } = turn
    this.#replace(found ? { ...rest, sentences: checkedSentences(found) } : rest)
  }

  /** Names an answer of this conversation, as its reader can. */
  #named(messageId: string | undefined): OwnAnswer {
    return {
      threadId: this.#state.threadId ?? '',
      fp: this.#fp,
      messageId,
      threadKey: this.#threadKey,
    }
  }

  get #path(): string {
    return this.#options.currentPath?.() ?? location.pathname
  }

  get #filter(): SearchFilter {
    return { ...this.#options.filter, ...this.#choice }
  }

  #replace(turn: Turn): void {
    this.#set({ turns: this.#state.turns.map((other) => (other.id === turn.id ? turn : other)) })
    if (this.#running === undefined) this.#save()
  }

  #set(fields: Partial<ConversationState>): void {
    this.#state = { ...this.#state, ...fields }
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #restore(): void {
    const saved = this.#saved?.read()
    this.#fp = saved?.fp ?? ''
    this.#threadKey = saved?.threadKey
    this.#state = { turns: saved?.turns ?? [], threadId: saved?.threadId }
    this.#notify()
  }

  #save(): void {
    const { turns, threadId } = this.#state
    if (threadId === undefined) return
    this.#saved?.write({
      turns,
      threadId,
      fp: this.#fp,
      ...(this.#threadKey !== undefined && { threadKey: this.#threadKey }),
    })
  }
}
