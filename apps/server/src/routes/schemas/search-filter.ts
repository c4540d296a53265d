import type { KeyRecord, RetrievalFilter } from '@docent/core'
import { z } from 'zod'

const value = z.string().min(1).max(200)

/** Strict: to ignore a filter in silence would show what was meant to be hidden. */
export const SearchFilter = z
  .strictObject({
    version: value.optional().describe('Only pages of this version.'),
    language: value.optional().describe('Only pages in this language.'),
    tag: value.optional().describe('Only pages with this tag.'),
    groups: z
      .array(value)
      .max(100)
      .optional()
      .describe(
        'With a key that has trustGroups: groups whose pages may be seen. Otherwise it only narrows.',
      ),
  })
  .nullish()
  .describe('All that are given must match.')

/** An assistant key is public: what a request says about groups counts only with a key that is kept on a server. */
export function retrievalFilter(
  filter: z.output<typeof SearchFilter>,
  key: Pick<KeyRecord, 'trustGroups'>,
): RetrievalFilter {
  const { version, language, tag, groups } = filter ?? {}
  const byGroups = groups === undefined ? {} : key.trustGroups ? { trustedGroups: groups } : { groups }
  return {
    ...(version === undefined ? {} : { version }),
    ...(language === undefined ? {} : { language }),
    ...(tag === undefined ? {} : { tag }),
    ...byGroups,
  }
}
