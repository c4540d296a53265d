import { pageMarkdown, pageUrl, type ReadDocs, ReadSite, referenceResolver } from '@docent/core'
import { siteOriginOf } from '@docent/http'
import { type DocsCall, readerOf } from './docs-call.ts'

type Page = Awaited<ReturnType<ReadDocs['page']>>

/**
 * A page as readers of Markdown see it, with the addresses of pages and pictures.
 *
 * @param path in any spelling
 * @throws DocentError `not_found`
 */
export async function readMarkdown(docs: DocsCall, path: string): Promise<{ page: Page; markdown: string }> {
  const { call, trustedGroups } = docs
  const { project, services, signal } = call
  const page = await services.readDocs.page(
    { project, path, trustedGroups, reader: readerOf(docs) },
    { signal },
  )
  const outline = await services.docent.resolve(ReadSite).outline(project, { signal })
  const resolve = referenceResolver({ project, outline }, page, {
    page: (target) => pageUrl(project, target),
    image: (file) =>
      project.site === false
        ? undefined
        : `${siteOriginOf(services)}/site/${project.domain}/_files/${file.split('/').map(encodeURIComponent).join('/')}`,
  })
  return { page, markdown: pageMarkdown(page, resolve) }
}
