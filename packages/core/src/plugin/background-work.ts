import { type Token, token } from '../ports/token.ts'
import type { Docent } from './docent.ts'
import type { Named } from './named-adapters.ts'

/** What a process does beside requests: runs jobs, or keeps the index, webhooks, and retention. */
export type Duty = 'jobs' | 'index'

export interface BackgroundWork {
  /** Begins nothing more; what runs ends its step, at most until the deadline. */
  stop(deadline: AbortSignal): Promise<void>
}

export interface AddedBackgroundWork {
  /** Any number of processes may have the duty. */
  duty: Duty
  start(docent: Docent): Promise<BackgroundWork>
}

/** The work of all plugins. */
export const RegisteredBackgroundWork: Token<readonly Named<AddedBackgroundWork>[]> =
  token<readonly Named<AddedBackgroundWork>[]>('RegisteredBackgroundWork')
