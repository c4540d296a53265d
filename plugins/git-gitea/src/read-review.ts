import { defined } from '@docent/core/plugin'
import type { RepositoryApi } from '@docent/git-host'
import { z } from 'zod'

const Reviews = z.array(
  z.object({
    id: z.number(),
    state: z.string(),
    body: z.string().nullish(),
    user: z.object({ login: z.string() }).nullish(),
  }),
)
const Comments = z
  .array(
    z.object({
      body: z.string().nullish(),
      path: z.string().nullish(),
      /** Line of the new file; 0 for one that was taken out. */
      position: z.number().nullish(),
      original_position: z.number().nullish(),
    }),
  )
  .nullable()

/** What a reviewer said: the text, and where when it is all about one line. */
export interface ReviewText {
  id: number
  body: string
  path?: string
  line?: number
}

/**
 * The newest review of a person with this text, its comments on lines among it. Undefined when there is none any more,
 * or when it says nothing.
 */
export async function readReview(
  api: RepositoryApi,
  number: number,
  { login, content }: { login: string; content: string },
): Promise<ReviewText | undefined> {
  const reviews = Reviews.parse(await api.list(`/pulls/${number}/reviews`))
  const mine = reviews.filter(
    ({ user, state, body }) => user?.login === login && state !== 'PENDING' && (body ?? '') === content,
  )
  const id = Math.max(...mine.map((review) => review.id))
  if (!Number.isFinite(id)) return undefined
  const comments = Comments.parse(await api.get(`/pulls/${number}/reviews/${id}/comments`)) ?? []
  const said = comments.flatMap(({ body, path, position, original_position: original }) => {
    const line = position || original || undefined
    return body ? [{ body, path: path ?? '', line }] : []
  })
  const [first, ...more] = said
  if (content === '' && first && more.length === 0) {
    const { body, path, line } = first
    return { id, body, ...(path === '' ? {} : { path }), ...defined({ line }) }
  }
  const parts = said.map(({ body, path, line }) => `On ${path}${line ? ` line ${line}` : ''}:\n${body}`)
  const body = [content, ...parts].filter((part) => part !== '').join('\n\n')
  return body === '' ? undefined : { id, body }
}
