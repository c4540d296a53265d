import type { Logger } from '@docent/core'
import { HostRefusal } from '@docent/git-host'
import { z } from 'zod'
import type { GitlabCall } from './gitlab-client.ts'

const Found = z.array(z.object({ id: z.number(), username: z.string() }))

/** Numbers of reviewers, which GitLab asks for. One that cannot be found must not cost the merge request. */
export async function findReviewers(
  { users, repository }: GitlabCall,
  reviewers: readonly string[],
  logger: Logger,
): Promise<{ ids: number[]; refused: string[] }> {
  const refused: string[] = []
  const ids = await Promise.all(
    reviewers.map(async (username) => {
      try {
        const found = Found.parse(await users.all({ username }))
        const user = found.find((each) => each.username.toLowerCase() === username.toLowerCase())
        if (user) return [user.id]
        logger.warn({ repository, username }, 'GitLab knows no such reviewer')
      } catch (error) {
        if (!(error instanceof HostRefusal) || error.status >= 500 || error.status === 429) throw error
        const reason = error.message
        logger.warn({ repository, username, reason }, 'GitLab refused to look up a reviewer')
      }
      refused.push(`reviewer ${username}`)
      return []
    }),
  )
  return { ids: ids.flat(), refused }
}
