import { ClaimChecker, DocentError, definePlugin } from '@docent/core/plugin'
import { CLAIM_FORMATS } from './formats/claim-formats.ts'
import { HttpClaimChecker } from './http-claim-checker.ts'
import { HttpClaimsOptions } from './options.ts'

/**
 * Checks the sentences of answers on a server of your own. Projects that want it set `assistant.claims.by` to `checker`.
 *
 * @example
 * export default defineConfig({ plugins: [httpClaims({ url: 'http://10.0.0.8:8000/check' })] })
 */
export const httpClaims = definePlugin({
  name: 'claims-http',
  options: HttpClaimsOptions,
  setup: (options, host) => {
    const url = addressOf(options, host.env.DOCENT_CLAIMS_URL)
    if (options.api === 'ollama' && options.model === undefined)
      throw new DocentError(
        'configuration',
        "httpClaims() with api: 'ollama' needs a model, such as model: 'bespoke-minicheck'.",
      )
    const format = CLAIM_FORMATS[options.api]
    const apiKey = options.apiKey ?? (host.env.DOCENT_CLAIMS_KEY || undefined)
    host.provide(
      ClaimChecker,
      new HttpClaimChecker({
        name: options.name ?? options.model ?? new URL(url).host,
        url,
        format,
        model: options.model,
        label: options.label,
        headers: {
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
          ...options.headers,
        },
        batch: options.api === 'ollama' ? 1 : (options.batch ?? format.batch),
        concurrency: options.concurrency,
        evidenceCharacters: options.evidenceCharacters ?? format.evidenceCharacters,
        timeoutMs: options.timeoutMs,
        attempts: options.attempts,
        now: () => host.clock.now(),
      }),
    )
  },
})

function addressOf({ url, api }: HttpClaimsOptions, fromEnvironment: string | undefined): string {
  const given = url ?? fromEnvironment
  if (given === undefined || given === '')
    throw new DocentError(
      'configuration',
      "httpClaims() has no address. Set DOCENT_CLAIMS_URL, or httpClaims({ url: 'http://10.0.0.8:8000/check' }).",
    )
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new DocentError(
      'configuration',
      'DOCENT_CLAIMS_URL must be an address like http://10.0.0.8:8000/check.',
    )
  const parsed = new URL(given)
  if (parsed.username !== '' || parsed.password !== '')
    throw new DocentError(
      'configuration',
      'The address of httpClaims() contains a user or a password. Use `headers` or DOCENT_CLAIMS_KEY instead.',
    )
  if (parsed.pathname === '/') parsed.pathname = CLAIM_FORMATS[api].path
  return parsed.href
}
