import { GitHostMisconfigured } from '@docent/core'
import { z } from 'zod'
import type { GithubCall } from './github-call.ts'

const Repository = z.object({
  archived: z.boolean().nullish(),
  permissions: z.object({ push: z.boolean().nullish() }).nullish(),
})

/** @throws GitHostMisconfigured when GitHub says already now that it would refuse a push. */
export async function requirePush(
  { client, at, repository }: GithubCall,
  identity: 'token' | 'app',
): Promise<void> {
  const { archived, permissions } = Repository.parse((await client.rest.repos.get(at)).data)
  if (archived) {
    throw new GitHostMisconfigured(
      `The repository ${repository} is archived and cannot be changed: unarchive it on GitHub, or set the URL of its successor in the project.`,
    )
  }
  // The rights of an App are asked for with its token.
  if (identity === 'app' || permissions?.push !== false) return
  throw new GitHostMisconfigured(
    `The account of the GitHub token may not push to ${repository}: give it write access to the repository, or set forks: "use" of git-github, so that it works in a fork of its own.`,
  )
}
