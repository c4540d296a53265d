import { DocentError } from '@docent/core/plugin'

/** An amount of US dollars. @throws DocentError `invalid_request` that names the option. */
export function readDollars(option: string, text: string): number {
  const amount = text.trim() === '' ? Number.NaN : Number(text)
  if (amount > 0 && amount <= 1_000_000) return amount
  throw new DocentError('invalid_request', `${option}: "${text}" is not an amount above 0, such as 25.`)
}
