import { APICallError } from '@ai-sdk/provider'
import { isWebPage } from '../failures/is-web-page.ts'
import { fetchWithinOrigin } from './fetch-within-origin.ts'

/**
 * A `fetch` that refuses a web page where a model's reply should be: the clients would read it as an empty stream.
 * Other replies pass through untouched, and redirects lead to no other
 * server.
 */
export const refuseWebPages: typeof fetch = async (input, init) => {
  const response = await fetchWithinOrigin(input, init)
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || !isWebPage(type)) return response
  await response.body?.cancel()
  throw new APICallError({
    message: 'The reply is a web page.',
    url: response.url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders: { 'content-type': type },
    isRetryable: false,
  })
}
