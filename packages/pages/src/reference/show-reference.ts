import type { Reply, RouteTable } from '@docent/core/plugin'
import type { ApiDocument } from '@docent/http'
import { definePublicOperation, describeApi } from '@docent/http'
import { designTokens } from '../html/design-tokens.ts'
import { pageReply } from '../html/page-reply.ts'
import { referencePage } from './reference-page.ts'
import { REFERENCE_SCRIPT, REFERENCE_STYLE } from './reference-style.ts'
import { TRY_IT_SCRIPT } from './try-it-script.ts'

/** The page takes a while to make, and routes never change. */
const pages = new WeakMap<RouteTable, Promise<Reply>>()

export const showReference = definePublicOperation({
  id: 'showReference',
  summary: 'Show the API reference',
  description:
    'A web page generated from the OpenAPI document, with requests that you can copy in curl, TypeScript, and Python, or send from the page.',
  tag: 'Server',
  reply: { status: 200, description: 'The page.', content: { 'text/html': undefined } },
  async handle({ services: { routes } }) {
    const page = pages.get(routes) ?? render(routes)
    pages.set(routes, page)
    page.catch(() => pages.delete(routes))
    return page
  },
})

async function render(routes: RouteTable): Promise<Reply> {
  const document = describeApi(routes) as unknown as ApiDocument
  const tokens = await designTokens()
  return pageReply({
    title: `${document.info.title} API reference`,
    body: referencePage(document),
    style: tokens + REFERENCE_STYLE,
    script: REFERENCE_SCRIPT + TRY_IT_SCRIPT,
    connects: true,
  })
}
