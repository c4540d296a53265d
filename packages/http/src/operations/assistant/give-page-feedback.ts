import { PAGE_FEEDBACK_SOURCES } from '@docent/core'
import { defined, json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { PageName, VisitorFp } from '../schemas/page-name.ts'

const Body = z
  .object({
    path: PageName,
    helpful: z.boolean().optional().describe('Whether the page helped.'),
    comment: z.string().max(4_000).optional().describe('What the reader says about the page.'),
    contact: z.string().max(500).optional().describe('How to reach the reader, such as an address.'),
    code: z.string().max(32_000).optional().describe('The piece of code that the feedback is about.'),
    filename: z.string().max(500).optional().describe('Name of the file that the code shows.'),
    lang: z.string().max(100).optional().describe('Language of the code.'),
    source: z
      .enum(PAGE_FEEDBACK_SOURCES)
      .optional()
      .describe('Default: `code_snippet` with code, `contextual` with a comment, else `thumbs_only`.'),
    fp: VisitorFp,
  })
  .refine(({ helpful, comment, code }) => helpful !== undefined || hasText(comment) || hasText(code), {
    error: 'is required (or comment, or code)',
    path: ['helpful'],
  })
  .meta({ examples: [{ path: '/quickstart', helpful: true, comment: 'The third step helped.' }] })

export const givePageFeedback = defineOperation({
  id: 'givePageFeedback',
  summary: 'Give feedback on a page',
  tag: 'Assistant',
  key: 'assistant',
  limit: 'feedback',
  body: Body,
  reply: {
    status: 201,
    description: 'Docent stored the feedback.',
    content: { 'application/json': z.object({ id: z.string() }) },
  },
  async handle({ body, project, services, signal }) {
    const { path, fp, ...said } = body
    const draft = { path, fp: fp ?? 'anonymous', ...defined(said) }
    const { id } = await services.givePageFeedback.give(project, draft, { signal })
    return json({ id }, 201)
  },
})

function hasText(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== ''
}
