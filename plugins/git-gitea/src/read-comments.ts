import { HostRefusal } from '@docent/core'
import { z } from 'zod'
import type { GiteaApi } from './gitea-api.ts'
import { requirePull } from './read-pulls.ts'

/** Without comments it is null in some versions. */
const Comments = z.array(z.object({ body: z.string().nullish() })).nullable()

/** Whether a comment in the conversation contains the text. All of them come at once: this list has no pages. */
export async function hasComment(api: GiteaApi, number: number, text: string): Promise<boolean> {
  try {
    const comments = Comments.parse(await api.get(`/issues/${number}/comments`)) ?? []
    return comments.some(({ body }) => body?.includes(text))
  } catch (error) {
    if (HostRefusal.has(error, 404)) await requirePull(api, number)
    throw error
  }
}
