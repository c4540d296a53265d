import { APICallError } from '@ai-sdk/provider'

/** Redirects that one request follows at most. */
const MOST_REDIRECTS = 5

/**
 * A `fetch` whose redirects stay at the origin of the request: keys stand in headers that `fetch` itself takes along to
 * any other server, such as `x-api-key`. The method and the body stay as they were.
 *
 * @throws APICallError for a redirect that is not followed
 */
export const fetchWithinOrigin: typeof fetch = async (input, init) => {
  let url = new URL(input instanceof Request ? input.url : String(input))
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(redirects === 0 ? input : url.href, { ...init, redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await response.body?.cancel()
    const target = URL.parse(location, url.href)
    const keepsMethod = response.status === 307 || response.status === 308
    if (target?.origin !== url.origin || !keepsMethod || redirects === MOST_REDIRECTS)
      throw new APICallError({
        message: `The server redirects to ${target?.origin ?? 'something that is no address'}, where no key is sent. Set the address that it redirects to.`,
        url: url.href,
        requestBodyValues: {},
        statusCode: response.status,
        isRetryable: false,
      })
    url = target
  }
}
