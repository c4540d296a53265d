import { DocentError, defined, type ProjectSource } from '@docent/core/plugin'
import { discoverPages, type FoundPage } from '../discovery/discover-pages.ts'
import type { SiteClient } from '../http/site-client.ts'
import type { SitemapSettings } from '../options.ts'
import type { SiteScope } from '../pages/site-scope.ts'
import type { Robots } from '../robots/read-robots.ts'
import type { CrawlState } from './crawl-state.ts'
import type { ProblemList } from './problem-list.ts'

export interface SiteListParts {
  source: ProjectSource
  settings: Pick<SitemapSettings, 'maxPages'>
  client: SiteClient
  signal: AbortSignal
}

/** undefined when the site does not say now what may be read, and older pages can be served. */
export async function robotsOf(
  { base }: SiteScope,
  known: CrawlState,
  problems: ProblemList,
  { client, signal, source }: SiteListParts,
): Promise<Robots | undefined> {
  try {
    return await client.robots(base.origin, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!DocentError.is(error)) throw error
    const message = `${base.origin}/robots.txt: ${error.message}`
    if (!error.isRetryable) {
      throw new DocentError('configuration', `${message} It is the site of "source.url" (${source.url}).`, {
        cause: error,
      })
    }
    if (!known.isComplete)
      throw new DocentError('dependency_failed', message, { isRetryable: true, cause: error })
    problems.add('', 'robots', `${message} No page was read; all stay as they were.`, 'warning')
    return undefined
  }
}

/** What the site names; with what was known when a part of its lists cannot be read now. */
export async function listedPages(
  scope: SiteScope,
  robots: Robots,
  known: CrawlState,
  problems: ProblemList,
  { client, settings, signal, source }: SiteListParts,
): Promise<Map<string, FoundPage>> {
  const { maxPages } = settings
  const { pages, documents, failures } = await discoverPages({ scope, client, robots, maxPages, signal })
  for (const { url, reason, isTemporary } of failures) {
    const kept = isTemporary ? ' Pages that only it names stay as they were.' : ''
    problems.add('', url.href, `${url.href}: ${reason}${kept}`, 'warning')
  }
  const failure = failures.find(({ isTemporary }) => isTemporary)
  if (failure !== undefined && !known.isComplete && pages.size === 0) {
    throw new DocentError('dependency_failed', `${failure.url.href}: ${failure.reason}`, {
      isRetryable: true,
    })
  }
  if (documents === 0 && failure === undefined) {
    throw new DocentError(
      'configuration',
      `${source.url} has neither an llms.txt nor a sitemap: its pages cannot be found. Add one to the site, or name one in "source.url".`,
    )
  }
  if (failure !== undefined) {
    for (const [key, { url, lastmod }] of Object.entries(known.pages))
      if (!pages.has(key) && scope.hasPage(new URL(url)))
        pages.set(key, { url: new URL(url), ...defined({ lastmod }) })
  }
  if (pages.size === 0) {
    throw new DocentError(
      'configuration',
      `${source.url}: its llms.txt and sitemaps name no page that "source.url", "source.include" and "source.exclude" allow.`,
    )
  }
  const surplus = [...pages.keys()].slice(maxPages)
  for (const key of surplus) pages.delete(key)
  if (surplus.length > 0) {
    const message = `The site names more than ${maxPages} pages: the others are left out. Increase "maxPages" of source-sitemap, or narrow "source.include".`
    problems.add('', 'maxPages', message, 'error')
  }
  return pages
}
