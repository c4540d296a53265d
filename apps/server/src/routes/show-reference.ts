import { describeApi } from '../open-api/describe-api.ts'
import { designTokens } from '../pages/design-tokens.ts'
import { pageReply } from '../pages/page-reply.ts'
import type { ApiDocument } from '../reference/api-document.ts'
import { referencePage } from '../reference/reference-page.ts'
import { REFERENCE_SCRIPT, REFERENCE_STYLE } from '../reference/reference-style.ts'
import { TRY_IT_SCRIPT } from '../reference/try-it-script.ts'
import type { RouteTable } from '../requests/mount.ts'
import { definePublicOperation, type Operation } from '../requests/operation.ts'
import type { Reply } from '../requests/reply.ts'

/** @param routes the table itself, which this operation is a part of. */
export function showReference(routes: () => RouteTable): Operation {
  let page: Promise<Reply> | undefined
  return definePublicOperation({
    id: 'showReference',
    summary: 'Show the API reference',
    description:
      'A web page generated from the OpenAPI document, with requests that you can copy in curl, TypeScript, and Python, or send from the page.',
    tag: 'Server',
    reply: { status: 200, description: 'The page.', content: { 'text/html': undefined } },
    async handle() {
      page ??= render(routes())
      page.catch(() => {
        page = undefined
      })
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
