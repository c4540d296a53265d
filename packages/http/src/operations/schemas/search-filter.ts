import type { KeyRecord, RetrievalFilter } from '@docent/core/plugin'
import { defined } from '@docent/core/plugin'
import { z } from 'zod'

/** Empty is as good as not given, as null is. */
const value = z
  .string()
  .max(200)
  .nullish()
  .transform((given) => given || undefined)

/** Strict: to ignore a filter in silence would show what was meant to be hidden. */
export const SearchFilter = z
  .strictObject({
    version: value.describe('Pages of this version, and pages that name none.'),
    language: value.describe('Pages in this language, and pages that name none.'),
    tag: value.describe('Only pages with this tag.'),
    groups: z
      .array(z.string().min(1).max(200))
      .max(100)
      .nullish()
      .describe('With a key that has trustGroups: groups whose pages may be seen. Otherwise it is left out.'),
  })
  .nullish()
  .describe('All that are given must match. A version or language that no page has is left out.')

/** An assistant key is public: what a request says about groups counts only with a key that is kept on a server. */
export function retrievalFilter(
  filter: z.output<typeof SearchFilter>,
  key: Pick<KeyRecord, 'trustGroups'>,
): RetrievalFilter {
  const { version, language, tag, groups } = filter ?? {}
  return {
    ...defined({ version }),
    ...defined({ language }),
    ...defined({ tag }),
    ...(groups && key.trustGroups ? { trustedGroups: groups } : {}),
  }
}
