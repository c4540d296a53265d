import { type Token, token } from '@docent/core'
import type { Plugin } from '@docent/core/plugin'

/** What a model is checked on: a Docent of its own in a temporary folder. The program chooses the adapters. */
export interface CheckAdapters {
  /** Fill all ports of an assistant and an agent with local repositories, but for the models. */
  plugins(): Promise<readonly Plugin[]>
  /** Makes a repository that one of the plugins is the git host of. */
  createRepository(options: {
    path: string
    from: string
    message: string
    author: { name: string; email: string }
    date: number
  }): Promise<unknown>
}

export const CheckAdapters: Token<CheckAdapters> = token<CheckAdapters>('CheckAdapters')
