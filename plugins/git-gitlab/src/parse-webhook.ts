import { type ParsedWebhook, readPayload } from '@docent/git-host'
import { z } from 'zod'
import { isOwnBranch, stateOf } from './gitlab-pull.ts'

const Project = z.object({ web_url: z.string() })
const Pull = z.object({
  iid: z.number(),
  state: z.string(),
  source_branch: z.string(),
  source_project_id: z.number().nullish(),
  target_project_id: z.number().nullish(),
})
const Kind = z.object({ object_kind: z.string().nullish(), event_name: z.string().nullish() })
const Push = z.object({ ref: z.string(), after: z.string(), project: Project })
const PullEvent = z.object({ object_attributes: Pull, project: Project })
const NoteEvent = z.object({
  user: z.object({ username: z.string() }),
  project: Project,
  merge_request: Pull.nullish(),
  object_attributes: z.object({
    id: z.number(),
    note: z.string().nullish(),
    noteable_type: z.string(),
    author_id: z.number(),
    discussion_id: z.string().nullish(),
    system: z.boolean().nullish(),
    internal: z.boolean().nullish(),
    /** Only since GitLab 16.11, which tells edits apart by it. */
    action: z.string().nullish(),
    position: z
      .object({
        new_path: z.string().nullish(),
        old_path: z.string().nullish(),
        new_line: z.number().nullish(),
        old_line: z.number().nullish(),
      })
      .nullish(),
  }),
})

/**
 * Reads the payload of a delivery that was verified.
 * @throws DocentError `invalid_request` when it is no payload of GitLab.
 */
export function parseWebhook(
  deliveryId: string,
  payload: unknown,
): { kind: string; parsed: ParsedWebhook | undefined } {
  const { object_kind: object, event_name: name } = read(Kind, payload)
  const kind = object ?? name ?? ''
  return { kind, parsed: readers[kind]?.(payload, deliveryId) }
}

/** Undefined: nothing that Docent acts on. */
const readers: Readonly<Record<string, (payload: unknown, deliveryId: string) => ParsedWebhook | undefined>> =
  {
    push(payload, deliveryId) {
      const { ref, after, project } = read(Push, payload)
      const isDeletion = /^0+$/.test(after)
      if (!ref.startsWith('refs/heads/') || isDeletion) return undefined
      const branch = ref.slice('refs/heads/'.length)
      return { kind: 'push', repository: project.web_url, branch, commit: after, deliveryId }
    },

    merge_request(payload, deliveryId) {
      const { object_attributes: pull, project } = read(PullEvent, payload)
      // A fork's branch may bear the name of a job's.
      if (!isOwnBranch(pull)) return undefined
      return {
        kind: 'pull-request',
        repository: project.web_url,
        number: pull.iid,
        state: stateOf(pull.state),
        branch: pull.source_branch,
        deliveryId,
      }
    },

    note(payload, deliveryId) {
      const { object_attributes: note, merge_request: pull, project, user } = read(NoteEvent, payload)
      const isNew = note.action == null || note.action === 'create'
      if (!pull || note.noteable_type !== 'MergeRequest' || note.system || note.internal || !isNew) {
        return undefined
      }
      const path = note.position?.new_path ?? note.position?.old_path
      const line = note.position?.new_line ?? note.position?.old_line
      return {
        kind: 'comment',
        repository: project.web_url,
        number: pull.iid,
        commentId: `note:${note.id}:${note.discussion_id ?? ''}`,
        author: user.username,
        authorKey: String(note.author_id),
        body: note.note ?? '',
        deliveryId,
        ...(path == null ? {} : { path }),
        ...(line == null ? {} : { line }),
      }
    },
  }

/** The discussion that `commentId` belongs to; undefined when it names none. */
export function discussionOf(commentId: string): string | undefined {
  return /^(?:note:\d+:)?([\da-f]{20,})$/.exec(commentId)?.[1]
}

function read<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.output<Schema> {
  return readPayload('GitLab', schema, payload)
}
