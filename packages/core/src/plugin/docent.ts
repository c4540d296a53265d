import type { Health } from '../ports/call-options.ts'
import type { Token } from '../ports/token.ts'

/** A composed Docent. Each has a container of its own: two in one process share nothing. */
export interface Docent {
  /** An adapter by its token, or a use-case by its class. */
  resolve<Value>(target: Token<Value> | (new (...args: never[]) => Value)): Value
  /** The adapter of a port that a server may lack, such as `Accounts`; undefined when no plugin fills it. */
  find<Port>(port: Token<Port>): Port | undefined
  /**
   * Starts the plugins in order, and makes the default organization when the store has none. When a part fails, what
   * already started is stopped.
   */
  start(): Promise<void>
  /** Stops the plugins in reverse order. Later calls answer the first one's promise. */
  stop(deadlineMs?: number): Promise<void>
  /** `ok` when requests can be served, which parts that are degraded don't prevent. */
  health(): Promise<{ ok: boolean; parts: Record<string, Health> }>
}
