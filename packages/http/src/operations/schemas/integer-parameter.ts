import { z } from 'zod'

/** An integer in a query string. */
export function integerParameter(min: number, max: number) {
  const error = `must be an integer from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error })
}
