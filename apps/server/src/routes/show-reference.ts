import type { Docent, Operation, Reply, RouteTable } from '@docent/core/plugin'
import { describeApi } from '../open-api/describe-api.ts'
import { designTokens } from '../pages/design-tokens.ts'
import { pageReply } from '../pages/page-reply.ts'
import type { ApiDocument } from '../reference/api-document.ts'
import { referencePage } from '../reference/reference-page.ts'
import { REFERENCE_SCRIPT, REFERENCE_STYLE } from '../reference/reference-style.ts'
import { TRY_IT_SCRIPT } from '../reference/try-it-script.ts'
import { definePublicOperation } from '../requests/operation.ts'

/** @param routesOf the table itself, which this operation is a part of, with the routes of plugins. */
export function showReference(routesOf: (docent: Docent) => RouteTable): Operation {
  const pages = new WeakMap<Docent, Promise<Reply>>()
  return definePublicOperation({
    id: 'showReference',
    summary: 'Show the API reference',
    description:
      'A web page generated from the OpenAPI document, with requests that you can copy in curl, TypeScript, and Python, or send from the page.',
    tag: 'Server',
    reply: { status: 200, description: 'The page.', content: { 'text/html': undefined } },
    async handle({ docent }) {
      const page = pages.get(docent) ?? render(routesOf(docent))
      pages.set(docent, page)
      page.catch(() => pages.delete(docent))
      return page
    },
  })
}

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
