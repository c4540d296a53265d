import { commentBy, endOf, pullChanged, pushTo } from '@docent/git-host'
import { z } from 'zod'
import { isOwnBranch, stateOf } from './gitlab-pull.ts'

const Project = z.object({ web_url: z.string() }).transform(({ web_url: url }) => url)
const Pull = z.object({
  iid: z.number(),
  state: z.string(),
  source_branch: z.string(),
  source_project_id: z.number().nullish(),
  target_project_id: z.number().nullish(),
})
const ChangedPull = Pull.extend({ action: z.string().nullish(), updated_at: z.string().nullish() })
const User = z.object({ username: z.string() }).nullish()
const Position = z.object({
  new_path: z.string().nullish(),
  old_path: z.string().nullish(),
  new_line: z.number().nullish(),
  old_line: z.number().nullish(),
})
const Note = z.object({
  id: z.number(),
  note: z.string().nullish(),
  noteable_type: z.string(),
  author_id: z.number(),
  discussion_id: z.string().nullish(),
  system: z.boolean().nullish(),
  internal: z.boolean().nullish(),
  /** Only since GitLab 16.11, which tells edits apart by it. */
  action: z.string().nullish(),
  position: Position.nullish(),
})
const Kind = z.object({ object_kind: z.string().nullish(), event_name: z.string().nullish() })

/** GitLab's headers spell the kind differently: `Push Hook`. */
export function kindOf(payload: unknown): string {
  const { object_kind: object, event_name: name } = Kind.safeParse(payload).data ?? {}
  return object ?? name ?? ''
}

export const events = {
  push: z
    .object({ ref: z.string(), after: z.string(), project: Project })
    .transform(({ ref, after, project }) => pushTo(project, ref, after)),

  merge_request: z
    .object({ object_attributes: ChangedPull, project: Project, user: User })
    .transform(({ object_attributes: pull, project, user }) => {
      const { iid: number, source_branch: branch, action, updated_at: at } = pull
      const state = stateOf(pull.state)
      // The payload has no times of its own for the end; that of the change that ends it is it.
      const isEnd = action === 'merge' || action === 'close'
      const [time, by] = isEnd ? [at, user?.username] : []
      const ended = endOf(state, { mergedAt: time, mergedBy: by, closedAt: time, closedBy: by })
      return pullChanged(project, { number, branch, state, isOwn: isOwnBranch(pull), ...ended })
    }),

  note: z
    .object({
      user: z.object({ username: z.string() }),
      project: Project,
      merge_request: Pull.nullish(),
      object_attributes: Note,
    })
    .transform(({ object_attributes: note, merge_request: pull, project: repository, user }) => {
      const isNew = note.action == null || note.action === 'create'
      if (!pull || note.noteable_type !== 'MergeRequest' || note.system || note.internal || !isNew) {
        return undefined
      }
      const author = { author: user.username, authorKey: String(note.author_id) }
      return commentBy(author, {
        repository,
        number: pull.iid,
        commentId: `note:${note.id}:${note.discussion_id ?? ''}`,
        body: note.note,
        path: note.position?.new_path ?? note.position?.old_path,
        line: note.position?.new_line ?? note.position?.old_line,
      })
    }),
}

/** The discussion that `commentId` belongs to; undefined when it names none. */
export function discussionOf(commentId: string): string | undefined {
  return /^(?:note:\d+:)?([\da-f]{20,})$/.exec(commentId)?.[1]
}
