import { DocentError } from '@docent/core/plugin'
import { z } from 'zod'

/** What one check found. `fix` says what to do, as a command or setting. */
export const CheckResult = z.object({
  name: z.string(),
  status: z.enum(['ok', 'attention', 'failed']),
  message: z.string(),
  fix: z.string().nullable(),
})
export type CheckResult = z.output<typeof CheckResult>

export const fine = (name: string, message: string): CheckResult => ({
  name,
  status: 'ok',
  message,
  fix: null,
})
export const attention = (name: string, message: string, fix: string): CheckResult => ({
  name,
  status: 'attention',
  message,
  fix,
})
export const failed = (name: string, message: string, fix: string | null = null): CheckResult => ({
  name,
  status: 'failed',
  message,
  fix,
})

/** Runs a check. Messages of Docent's own errors say what to do themselves. */
export async function checked(
  name: string,
  work: () => CheckResult | Promise<CheckResult>,
): Promise<CheckResult> {
  try {
    return await work()
  } catch (error) {
    if (DocentError.is(error)) return failed(name, error.message)
    return failed(name, error instanceof Error ? error.message : String(error))
  }
}
