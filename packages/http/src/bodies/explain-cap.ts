import { DocentError } from '@docent/core/plugin'

/**
 * Whoever sets a cap that cannot be kept reads why: replies leave the messages of other mistakes in the configuration
 * to the log.
 * @throws DocentError `invalid_request` that names the field
 */
export async function explainCap<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!DocentError.is(error, 'configuration')) throw error
    const { message } = error
    const issues = [{ path: 'spendUsdPerMonth', message }]
    throw new DocentError('invalid_request', `spendUsdPerMonth: ${message}`, { issues, cause: error })
  }
}
