import { namedPage } from '@docent/core'
import { json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { PageName } from '../schemas/page-name.ts'
import { retrievalFilter, SearchFilter } from '../schemas/search-filter.ts'

const Body = z.object({
  path: PageName.nullish(),
  filter: SearchFilter,
})

const Version = z.object({
  name: z.string().describe('What a filter names.'),
  label: z.string().describe('What readers see.'),
  isCurrent: z.boolean().describe('Answers come from it when nothing names another.'),
})

const Language = Version.omit({ isCurrent: true })

export const readSiteVariants = defineOperation({
  id: 'readSiteVariants',
  summary: 'Read the versions and languages of the documentation',
  tag: 'Assistant',
  key: 'assistant',
  limit: 'view',
  body: Body,
  reply: {
    status: 200,
    description: 'The versions and languages. A list is empty if there is nothing to choose.',
    content: {
      'application/json': z.object({
        versions: z.array(Version).describe('The current one first, then the newest.'),
        languages: z.array(Language),
        page: z
          .object({ version: z.string().nullable(), language: z.string().nullable() })
          .describe('What the page of the request names.'),
      }),
    },
  },
  async handle({ body, project, key, services, signal }) {
    const filter = retrievalFilter(body.filter, key) ?? {}
    const site = await services.filterScopes.variants(project, filter, { signal })
    const { version = null, language = null } = (body.path && site.page(namedPage(project, body.path))) || {}
    const versions = site.versions.length > 1 ? site.versions : []
    return json({ versions, languages: site.languages, page: { version, language } })
  },
})
