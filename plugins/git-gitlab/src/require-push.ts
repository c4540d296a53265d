import { GitHostMisconfigured } from '@docent/core'
import { z } from 'zod'
import type { GitlabCall } from './gitlab-client.ts'

/** Access level of the role Developer, the lowest that pushes: https://docs.gitlab.com/api/members/#roles. */
export const DEVELOPER = 30

const Member = z.object({ access_level: z.number() })
const Project = z.object({
  archived: z.boolean().nullish(),
  permissions: z.object({ project_access: Member.nullish(), group_access: Member.nullish() }).nullish(),
})
const Self = z.object({ id: z.number(), is_admin: z.boolean().nullish() })

/** @throws GitHostMisconfigured when GitLab says already now that it would refuse a push. */
export async function requirePush(
  { api, repository }: GitlabCall,
  levelOf: (userId: number) => Promise<number | undefined>,
): Promise<void> {
  const { archived, permissions } = Project.parse(await api.Projects.show(repository))
  if (archived) {
    throw new GitHostMisconfigured(
      `The project ${repository} is archived and cannot be changed: unarchive it on GitLab, or set the URL of its successor in the project.`,
    )
  }
  const levels = [permissions?.project_access, permissions?.group_access]
  if (levels.some((member) => (member?.access_level ?? 0) >= DEVELOPER)) return
  // Neither tells of groups that the project is shared with, nor of administrators.
  const { id, is_admin: isAdmin } = Self.parse(await api.Users.showCurrentUser())
  if (isAdmin || ((await levelOf(id)) ?? 0) >= DEVELOPER) return
  throw new GitHostMisconfigured(
    `The user of the GitLab token may not push to ${repository}: give them the role Developer or higher.`,
  )
}

/** Access level in the project, inherited and shared roles included. */
export async function roleOf({ api, repository }: GitlabCall, userId: number): Promise<number> {
  return Member.parse(await api.ProjectMembers.show(repository, userId, { includeInherited: true }))
    .access_level
}
