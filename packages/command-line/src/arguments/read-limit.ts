import { DocentError } from '@docent/core/plugin'

/** `--limit` of a list. @throws DocentError `invalid_request` */
export function readLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit
  throw new DocentError('invalid_request', `--limit: "${text}" is not a number from 1 to 100.`)
}
