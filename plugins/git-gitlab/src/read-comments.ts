import { HostRefusal } from '@docent/core'
import { z } from 'zod'
import type { GitlabCall } from './gitlab-client.ts'
import { requirePull } from './read-pulls.ts'

const Note = z.object({ body: z.string().nullish() })

/** Whether a note contains the text: the list has those of the conversation and of all discussions. */
export async function hasComment(call: GitlabCall, number: number, text: string): Promise<boolean> {
  const { client, project } = call
  try {
    const notes: unknown[] = await client.notes.all(project, number, { perPage: 100 })
    return notes.some((note) => Note.parse(note).body?.includes(text))
  } catch (error) {
    if (HostRefusal.has(error, 404)) await requirePull(call, number)
    throw error
  }
}
