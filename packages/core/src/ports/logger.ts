import { type Token, token } from './token.ts'

/** Structured logging, the shape that pino has. Secrets never enter `fields`. */
export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export const Logger: Token<Logger> = token<Logger>('Logger')
