import type { Page } from '@docent/content'
import { z } from 'zod'
import { DocentError } from '../../errors/docent-error.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import type { FoundPassages } from '../search/found-passages.ts'
import { MOST_OF_A_PAGE } from '../search/page-sections.ts'

/** Reads a whole page within one answer. */
export function readPageTool(
  found: FoundPassages,
  read: (path: string, signal: AbortSignal) => Promise<Page | undefined>,
): TurnTool {
  return defineTool({
    name: 'read_page',
    description:
      'Reads a whole page of the documentation by its path, such as /guides/keys. It comes with a number to cite it by.',
    input: z.object({ path: z.string().min(1).max(500) }),
    async execute({ path }, { signal }) {
      const page = await read(path.startsWith('/') ? path : `/${path}`, signal)
      if (!page) throw new DocentError('not_found', `There is no page ${path}. Search for it.`)
      const { number, url } = found.addPage(page)
      const cut = page.content.length > MOST_OF_A_PAGE
      const content = cut ? `${page.content.slice(0, MOST_OF_A_PAGE)}\n… (the page goes on)` : page.content
      return { type: 'page', number, path: page.path, url, title: page.title, content }
    },
  })
}
