import { GitHostMisconfigured } from '@docent/core'
import { z } from 'zod'
import type { GiteaApi } from './gitea-api.ts'

const Repository = z.object({
  archived: z.boolean().nullish(),
  mirror: z.boolean().nullish(),
  permissions: z.object({ push: z.boolean().nullish() }).nullish(),
})

/** @throws GitHostMisconfigured when the server says already now that it would refuse a push. */
export async function requirePush(api: GiteaApi): Promise<void> {
  const { archived, mirror, permissions } = Repository.parse(await api.get(''))
  const { repository } = api
  if (archived || mirror) {
    throw new GitHostMisconfigured(
      `The repository ${repository} is ${archived ? 'archived' : 'a mirror of another one'} and cannot be changed: ${archived ? 'unarchive it' : 'turn the mirror into a plain repository'}, or set the URL of another repository in the project.`,
    )
  }
  if (permissions?.push !== false) return
  throw new GitHostMisconfigured(
    `The user of the token may not push to ${repository}: make them a collaborator with the right to write.`,
  )
}
