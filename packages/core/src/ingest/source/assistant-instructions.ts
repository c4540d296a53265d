import type { ProjectId } from '../../domain/ids.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { SourceSnapshot } from '../../ports/docs-source.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'

/** Name of the state in the store. */
const STATE = 'assistant-instructions'
/** Longer ones would crowd out the passages. */
const MAX_LENGTH = 8_000

/** Keeps what the repository says to the assistant (`.docent/assistant.md`); writes only what differs. */
export async function storeAssistantInstructions(
  notes: ProjectNotes,
  project: ProjectId,
  snapshot: SourceSnapshot,
  options: CallOptions,
): Promise<void> {
  const text =
    (await snapshot.assistantInstructions?.(options))?.trim().slice(0, MAX_LENGTH).toWellFormed() ?? ''
  if (text === (await assistantInstructions(notes, project, options))) return
  await notes.write(project, STATE, text, options)
}

/** '' without any. */
export async function assistantInstructions(
  notes: ProjectNotes,
  project: ProjectId,
  options: CallOptions,
): Promise<string> {
  const text = await notes.read(project, STATE, options)
  return typeof text === 'string' ? text : ''
}
