import { readFile } from 'node:fs/promises'
import {
  countMentions,
  type LinkingPage,
  LinkTexts,
  type NamedPage,
  type PageNames,
  Turns,
} from '@docent/search'
import { writeSynced } from '../files/synced-file.ts'
import type { SegmentView } from '../segments/segment-view.ts'

export async function loadLinks(path: string): Promise<LinkTexts> {
  return LinkTexts.decode(await readFile(path, 'utf8'))
}

/** On disk when it resolves. */
export async function storeLinks(path: string, links: LinkTexts): Promise<void> {
  await writeSynced(path, [links.encode()])
}

/** Reads the links and names of all pages. */
export async function countLinks(views: readonly SegmentView[], signal?: AbortSignal): Promise<LinkTexts> {
  const turns = new Turns(signal)
  const pages: (LinkingPage & NamedPage)[] = []
  for (const view of views) {
    const links = await view.segment.links(turns)
    for (const [page, { path, file, titleName }] of (await view.segment.heads(turns)).entries()) {
      if (view.hasPage(page)) pages.push({ path, file, titleName, links: links[page] ?? [] })
    }
  }
  return LinkTexts.count(pages, await countMentions(pages, namesOf(views, turns), signal), signal)
}

/** Of the pages that are open to everyone. */
async function* namesOf(views: readonly SegmentView[], turns: Turns): AsyncGenerator<PageNames> {
  for (const view of views) {
    const { attributes, pageAttributes } = view.segment
    const names = await view.segment.names(turns)
    for (const [page, { path }] of (await view.segment.heads(turns)).entries())
      if (view.hasPage(page) && attributes[pageAttributes[page] ?? 0]?.groups.length === 0)
        yield { path, names: (names[page] ?? '').split('\n') }
  }
}
