import { attention, type CheckResult, fine } from './check-result.ts'
import { reasonOf } from './network-failure.ts'

const TIMEOUT_MS = 10_000
const NAME = 'host of pages'
/** No project has this name: the host of pages answers 404, every other host leads to it. */
const PATH = '/site/-/'

/**
 * Whether requests for the host of pages arrive with its name. A proxy that passes on another name in `Host` makes the
 * server lead readers there in a circle.
 */
export async function checkSiteOrigin(
  siteOrigin: string,
  fetcher: typeof fetch = fetch,
): Promise<CheckResult> {
  let reply: Response
  try {
    reply = await fetcher(siteOrigin + PATH, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await reply.body?.cancel()
  } catch (error) {
    return attention(
      NAME,
      `${siteOrigin} cannot be reached from here: ${reasonOf(error)}`,
      'Check its name in DNS and in the configuration of the proxy. It must lead to this server.',
    )
  }
  const location = reply.headers.get('location') ?? ''
  if (reply.status === 303 && location.startsWith(`${siteOrigin}/`))
    return attention(
      NAME,
      `Requests for ${siteOrigin} arrive with another name in the Host header, so browsers are redirected in a loop`,
      'Have the proxy forward the Host header. For nginx, set: proxy_set_header Host $host',
    )
  if (reply.status === 404 && reply.headers.get('content-type')?.startsWith('text/html'))
    return fine(NAME, `${siteOrigin} arrives with its own name`)
  return attention(
    NAME,
    `${siteOrigin} answers ${reply.status}, so it seems to lead to another server`,
    'Have the proxy forward this host to the same server as the dashboard.',
  )
}
