/** A published chat client: what it speaks and how a chat is begun with it. */
export interface ChatClient {
  /** Package and version. */
  readonly name: string
  readonly protocol: 'v1' | 'v2'
  open(options: ChatOptions): Promise<Chat>
}

export interface ChatOptions {
  /** Address of the assistant message operation of the client's protocol. */
  readonly api: string
  readonly key: string
  /** Sees every state of the answer that a reader of the chat would. */
  readonly onUpdate?: (answer: AnswerView) => void
}

/** One conversation as an application holds it: messages go back to the server exactly as the client keeps them. */
export interface Chat {
  ask(text: string): Promise<void>
  /** Asks for another answer to the last question. */
  regenerate(): Promise<void>
  /** As the stop button does. */
  stop(): void
  /** The newest answer. */
  readonly answer: AnswerView | undefined
  /** What the application is told of a failure; not set when it stopped the answer itself. */
  readonly error: Error | undefined
}

/** An answer as an application can read it out of the client's message. */
export interface AnswerView {
  readonly text: string
  readonly threadId: string | undefined
  readonly sources: readonly { readonly url: string; readonly title?: string }[]
  readonly tools: readonly ToolView[]
  /** The client saw the end of the answer. */
  readonly finished: boolean
}

export interface ToolView {
  readonly name: string
  readonly input: unknown
  readonly output: unknown
}
