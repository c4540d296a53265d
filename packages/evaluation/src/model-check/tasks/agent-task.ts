/** What a run left behind, as the checks see it. */
export interface TaskResult {
  /** Path → text of every file, before and after. */
  before: ReadonlyMap<string, string>
  after: ReadonlyMap<string, string>
  /** The agent's closing message. */
  closing: string
}

/** One thing that must hold of a result: undefined when it does, else what is wrong. A function of the result alone. */
export type TaskCheck = (result: TaskResult) => string | undefined | Promise<string | undefined>

/** A task as a person would give it, and what is true of every good answer to it. */
export interface AgentTask {
  id: string
  prompt: string
  /** Files over those of the fixture site; null takes one away. */
  files?: Readonly<Record<string, string | null>>
  checks: readonly TaskCheck[]
}
