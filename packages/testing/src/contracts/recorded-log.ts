import { inspect } from 'node:util'
import type { Logger } from '@docent/core/plugin'

/** A logger that keeps what it was given, so that a test can look for what must not be in it. */
export class RecordedLog implements Logger {
  readonly #lines: string[] = []

  debug(fields: object, message: string): void {
    this.#add('debug', fields, message)
  }

  info(fields: object, message: string): void {
    this.#add('info', fields, message)
  }

  warn(fields: object, message: string): void {
    this.#add('warn', fields, message)
  }

  error(fields: object, message: string): void {
    this.#add('error', fields, message)
  }

  /** Every line with all of its fields, errors with their causes. */
  text(): string {
    return this.#lines.join('\n')
  }

  #add(level: string, fields: object, message: string): void {
    this.#lines.push(`${level} ${message} ${inspect(fields, { depth: 10, showHidden: true })}`)
  }
}
