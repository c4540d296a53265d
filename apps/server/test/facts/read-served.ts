import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Passage } from '@docent/content'
import { type ProjectId, projectId } from '@docent/core/plugin'
import { GitDocsSource } from '@docent/source-git'
import { MemoryRetriever } from '@docent/testing'
import { startTestServer } from '../start-test-server.ts'
import { SERVED } from './html-profiles.ts'
import { readPage } from './read-page.ts'
import { addressOf, type NavigationFact } from './site-facts.ts'

/** What Docent makes of the sources of a site. */
export interface ServedSite {
  /** By address; pages that nothing lists are among them. */
  pages: ReadonlyMap<string, ServedPage>
  /** Where the server leads a reader who asks for an address; undefined for nowhere. */
  leadsTo: ReadonlyMap<string, string | undefined>
}

export interface ServedPage {
  title: string
  isUnlisted: boolean
  anchors: string[]
  /** What the page shows. */
  shown: string
  /** What its passages say: what answers are made from. */
  stored: string
  code: string[]
  /** Pictures that load. */
  images: string[]
  navigation: NavigationFact[]
}

/** Keeps what tests may look into. */
class OpenRetriever extends MemoryRetriever {
  all(project: ProjectId): readonly { page: Page; passages: readonly Passage[] }[] {
    return this.committed.get(project)?.pages ?? []
  }
}

const SITE = '/site/docs'

/**
 * Serves the files of a repository and reads each page as a reader gets it.
 * @param asked addresses to ask for besides those of pages
 */
export async function readServed(
  docs: Readonly<Record<string, Uint8Array>>,
  asked: readonly string[] = [],
  project: { docsPath?: string } = {},
): Promise<ServedSite> {
  const directory = await mkdtemp(join(tmpdir(), 'docent-facts-'))
  const source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
  const retriever = new OpenRetriever()
  await using server = await startTestServer({ source, retriever, docs, project, site: 'public' })
  try {
    await server.running.indexing.settled()
    const get = (path: string) => fetch(server.url + SITE + encodeURI(path), { redirect: 'follow' })
    const inside = (url: string) => {
      const { pathname } = new URL(url, server.url)
      const path = decodeURIComponent(pathname)
      return path.startsWith(SITE) ? addressOf(pathname, SITE) : undefined
    }
    const pages = new Map<string, ServedPage>()
    for (const { page, passages } of retriever.all(projectId('docs'))) {
      const reply = await get(page.path)
      const html = await reply.text()
      const read = readPage(html, SERVED, inside)
      if (!reply.ok) throw new Error(`${page.path} can't be shown (${reply.status}): ${html.slice(0, 200)}`)
      if (read === undefined || 'redirect' in read) continue
      const images = await Promise.all(
        read.images.map(async (src) => ((await fetch(new URL(src, server.url))).ok ? [src] : [])),
      )
      pages.set(addressOf(page.path), {
        title: page.title,
        isUnlisted: page.hidden,
        anchors: read.anchors,
        shown: read.text,
        stored: passages.map((passage, at) => storedText(passage, passages[at - 1])).join('\n'),
        code: read.code,
        images: images.flat(),
        navigation: read.navigation,
      })
    }
    const leadsTo = new Map<string, string | undefined>()
    for (const address of asked) {
      const plain = await get(address)
      // Addresses of facts are without it.
      const reply = plain.ok ? plain : await get(`${address}.html`)
      leadsTo.set(address, reply.ok ? inside(reply.url) : undefined)
    }
    return { pages, leadsTo }
  } finally {
    await source.close()
    await rm(directory, { recursive: true, force: true })
  }
}

/** The words of a passage as a reader of Markdown sees them, roughly: syntax that is left counts as text. */
function storedText({ headings, content }: Passage, before: Passage | undefined): string {
  const text = content
    .replace(/^ *(?:`{3,}|~{3,})(?:.*?(?:title|filename)="([^"]*)")?.*$/gm, '$1')
    .replace(/^ *\d+[.)] /gm, '')
    .replace(/^ {0,3}\[\^[\w-]+\]: /gm, '')
    .replace(/\[\^([\w-]+)\]/g, '$1')
    .replace(/^ {0,3}\*?\[(?!\^)[^[\]\n]+\]: .*$/gm, '')
    .replace(/!\[[^[\]]*\]\([^()\s]*\)/g, '')
    .replace(/\[((?:[^[\]]|\[[^[\]]*\])*)\](?:\([^()\s]*(?:\([^()]*\))?[^()]*\)|\[[^\]]*\])/g, '$1')
    .replace(/(?<!\])\(\/[^()\s]*\)/g, '')
    .replace(/<\/?[a-z][\w-]*(?: [^<>]*)?\/?>/g, ' ')
  const same = headings.findIndex((heading, at) => heading !== before?.headings[at])
  return `${headings.slice(Math.max(1, same === -1 ? headings.length : same)).join('\n')}\n${text}`
}
