import { isDocumentationFile } from '@docent/content'
import { DocentError, defined, type Reply } from '@docent/core/plugin'
import { definePublicOperation, type PublicCall } from '@docent/http'
import { fillReferences, type RenderRequest } from '@docent/site'
import { shownBrand } from '../brand/shown-brand.ts'
import { Html, html } from '../html/html.ts'
import type { OfSite } from '../site/of-site.ts'
import type { PageRenderer } from '../site/page-renderer.ts'
import { findPull, projectOfPull } from './find-pull.ts'

const MOST_BYTES = 1024 * 1024

/** Shown in a frame of the pull request's page, which gives it no more than its style. */
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

export const showPullPage = definePublicOperation({
  id: 'showPullPage',
  summary: 'A changed page of a local pull request, rendered',
  description: 'The second part of the path is "before" or "after". The rest is the file in the repository.',
  tag: 'Server',
  secretPath: true,
  takesRest: true,
  reply: { status: 200, description: 'The page.', content: { 'text/html': undefined } },
  async handle(call: PublicCall & OfSite): Promise<Reply> {
    const { params, services, signal } = call
    const { side, path = '' } = params
    const found = side === 'before' || side === 'after' ? await findPull(call) : undefined
    const project = found && isDocumentationFile(path) ? await projectOfPull(call, found) : undefined
    if (found === undefined || project === undefined)
      throw new DocentError('not_found', 'There is no such page.')
    const read = async (commit: string) => {
      const file = { commit, path, maxBytes: MOST_BYTES }
      const bytes = await found.host.readFile?.(project.repository, file, { signal })
      return bytes && new TextDecoder().decode(bytes)
    }
    const [before, after] = await Promise.all([read(found.baseCommit), read(found.pull.headCommit)])
    const [source, other] = side === 'before' ? [before, after] : [after, before]
    const site = await services.site.open()
    const { style } = site.assets.addresses
    const brand = await shownBrand(services.docent, project, { signal })
    const main =
      source === undefined
        ? html`<p>There is no page here.</p>`
        : await rendered({ file: path, source, ...defined({ other }) }, site.renderer)
    const body = html`<!doctype html>
<html lang="en" class="docent-tokens">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${path} ${side}</title><link rel="stylesheet" href="${style}">${brand.style && html`<link rel="stylesheet" href="${brand.style}">`}</head>
<body class="framed"><main>${main}</main></body>
</html>
`
    return {
      kind: 'text',
      status: source === undefined ? 404 : 200,
      type: 'text/html; charset=utf-8',
      body: body.markup,
      headers: {
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
        'Cache-Control': 'private, no-store',
      },
    }
  },
})

async function rendered(request: RenderRequest, renderer: PageRenderer): Promise<Html> {
  const page = await renderer.render(request)
  // Links of a branch lead nowhere yet.
  const content = new Html(fillReferences(page, () => undefined))
  return html`${page.hasTitle || page.title === undefined ? undefined : html`<h1>${page.title}</h1>`}
${page.description === undefined ? undefined : html`<p class="lead">${page.description}</p>`}
<div class="content">${content}</div>`
}
