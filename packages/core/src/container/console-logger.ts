import type { Logger } from '../ports/logger.ts'

/** Writes warnings and errors to standard error, and leaves out the rest: for a Docent that was given no logger. */
export class ConsoleLogger implements Logger {
  debug(): void {}

  info(): void {}

  warn(fields: object, message: string): void {
    console.warn(message, fields)
  }

  error(fields: object, message: string): void {
    console.error(message, fields)
  }
}
