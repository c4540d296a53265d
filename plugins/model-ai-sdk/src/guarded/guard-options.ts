import type { SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { ErrorContext } from '../map-error.ts'

export interface GuardOptions {
  /** Longest wait for the first part of a reply, milliseconds. */
  firstByteMs: number
  /** Longest wait between two parts, milliseconds. */
  idleMs: number
  errors: Omit<ErrorContext, 'signal'>
  /** Lie under those of the call. */
  providerOptions: SharedV4ProviderOptions
  /** False: system messages become a part of the first message of the user. Default: true. */
  systemRole?: boolean | undefined
}
