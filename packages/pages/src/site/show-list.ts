import type { TextSink } from '@docent/core'
import type { Reply } from '@docent/core/plugin'
import { siteOriginOf, stream } from '@docent/http'
import { html } from '../html/html.ts'
import { siteSkills, skillAddress, skillIndex } from './agents/site-skills.ts'
import { taggedReply } from './html/page-shell.ts'
import { llmsList } from './llms-lists.ts'
import { mcpServer } from './mcp-server.ts'
import { noMarkdown, type SiteVisit } from './show-page.ts'
import { sitePath } from './site-path.ts'
import { siteMarkdown } from './site-references.ts'

/** Of llms-full.txt: what a model can be given, and no more than a server wants to send each time. */
const MOST_CHARACTERS = 20_000_000

/** Lists of a whole site for programs. */
export async function showList(
  visit: SiteVisit,
  kind: 'llms' | 'llms-full' | 'sitemap' | 'mcp' | 'skills',
  section?: string,
): Promise<Reply> {
  const { call, contents, isPublic } = visit
  if (kind === 'llms-full') return wholeSite(visit)
  const base = siteOriginOf(call.services) + contents.base
  const list = kind === 'skills' ? await skillsOf(visit, base) : listOf(visit, kind, base, section)
  if (list === undefined) return noMarkdown()
  return taggedReply(list, { isPublic, isIndexed: false, ifNoneMatch: call.headers['if-none-match'] })
}

async function skillsOf({ call, contents }: SiteVisit, base: string) {
  const index = skillIndex(await siteSkills(call, contents), (skill) => skillAddress(base, skill))
  return { type: 'application/json; charset=utf-8', body: JSON.stringify(index) }
}

/** A skill, byte by byte as the index has the digest of it. */
export async function showSkill({ call, contents, isPublic }: SiteVisit, name: string): Promise<Reply> {
  const skill = (await siteSkills(call, contents)).find((each) => each.name === name)
  if (skill === undefined) return noMarkdown()
  const file = { type: 'text/markdown; charset=utf-8', body: skill.text }
  return taggedReply(file, { isPublic, isIndexed: false, ifNoneMatch: call.headers['if-none-match'] })
}

function listOf(visit: SiteVisit, kind: 'llms' | 'sitemap' | 'mcp', base: string, section?: string) {
  if (kind === 'llms') {
    const body = llmsList(visit.contents, base, section)
    return body === undefined ? undefined : { type: 'text/plain; charset=utf-8', body }
  }
  if (kind === 'sitemap') return { type: 'application/xml; charset=utf-8', body: sitemap(visit, base) }
  return {
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(mcpServer(visit.call, visit.contents.project)),
  }
}

function sitemap({ contents: { outline } }: SiteVisit, base: string): string {
  const urls = outline.pages
    // The most that one file may name, https://www.sitemaps.org/protocol.html.
    .slice(0, 50_000)
    .map(({ path }) => html`<url><loc>${sitePath(base, path)}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${html`${urls}`.markup}</urlset>\n`
}

/** Page after page, each read when the one before is written: memory holds one of them. */
function wholeSite({ call, contents, isPublic }: SiteVisit): Reply {
  const { signal, services } = call
  const origin = siteOriginOf(services)
  const base = origin + contents.base
  return stream(
    {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': isPublic ? 'public, max-age=300' : 'private, no-cache',
      'X-Robots-Tag': 'noindex',
    },
    {
      keepAlive: '\n',
      resumable: true,
      async write(out: TextSink) {
        let left = MOST_CHARACTERS
        for (const { path } of contents.outline.pages) {
          signal.throwIfAborted()
          const page = await contents.page(path, { signal })
          if (page === undefined) continue
          const text = `${siteMarkdown(page, contents, origin, `Source: ${sitePath(base, path)}`)}\n`
          left -= text.length
          if (left < 0) {
            await out(`The list is incomplete. See ${base}/llms.txt for the address of every page.\n`)
            return
          }
          await out(text)
        }
      },
    },
  )
}
