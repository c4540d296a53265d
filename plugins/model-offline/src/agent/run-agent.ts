import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { PROMPT_TAGS, readEmptyTags } from '@docent/core/plugin'
import { systemText } from '../read-prompt.ts'
import { type OfflineReply, say } from '../reply.ts'
import { readTranscript, type ToolResult } from './transcript.ts'
import { work } from './work.ts'
import { WorkspaceView } from './workspace-view.ts'

/**
 * The agent's next step: runs the work from its start over the recorded results, and answers with the first tool
 * calls that have none, or with the closing text. Calls are numbered through the conversation, so their ids are the
 * same whichever process asks.
 */
export function runAgent({ prompt, tools = [], toolChoice }: LanguageModelV4CallOptions): OfflineReply {
  const transcript = readTranscript(prompt)
  const program = work(transcript, new WorkspaceView(rootOf(systemText(prompt))))
  let taken = 0
  let results: readonly ToolResult[] = []
  for (;;) {
    const step = program.next(results)
    if (step.done) return say(step.value)
    const recorded = transcript.calls.slice(taken, taken + step.value.length)
    if (recorded.length === 0) {
      if (tools.length === 0 || toolChoice?.type === 'none') {
        return say('I could not finish: this step has no tools. Send a follow-up and I will go on.')
      }
      const first = transcript.callsBefore + taken + 1
      const toolCalls = step.value.map((request, index) => ({
        toolCallId: `offline-${first + index}`,
        ...request,
      }))
      return { text: '', toolCalls }
    }
    if (recorded.some((call, index) => call.toolName !== step.value[index]?.toolName)) {
      return say(
        'I cannot go on with what another model began. Send the instructions again as a new message.',
      )
    }
    results = step.value.map(
      (_, index) => recorded[index]?.result ?? { ok: false, text: 'The call was not run.' },
    )
    taken += step.value.length
  }
}

/** The documentation folder that the system prompt names, '' for the repository's root. */
function rootOf(system: string): string {
  return readEmptyTags(system, PROMPT_TAGS.documentation)[0]?.path ?? ''
}
