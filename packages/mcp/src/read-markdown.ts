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
  const page = await services.readDocs.page({ project, path, trustedGroups }, { signal })
  countRead(docs, page.path)
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

/** Nobody waits for it, and a page is read though that cannot be counted. It is a click of a search that led to it, too. */
function countRead(docs: DocsCall, path: string): void {
  const { services, project } = docs.call
  services.recordView.record(project, path, readerOf(docs)).catch((error: unknown) => {
    services.logger.warn({ err: error, projectId: project.id }, 'a read could not be counted')
  })
}
