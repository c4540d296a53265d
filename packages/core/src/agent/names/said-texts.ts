import type { ModelMessage } from '../../ports/job-store.ts'

/** Its results are of the published documentation. What other tools show may be what the model wrote itself. */
const SEARCH = 'search_docs'

/** The passages of the published documentation that the model read in a conversation. */
export function passagesRead(conversation: readonly ModelMessage[]): string[] {
  return conversation.flatMap((message) => {
    if (message.role !== 'tool') return []
    return message.content.flatMap((part) => {
      if (part.type !== 'tool-result' || part.toolName !== SEARCH) return []
      return part.output.type === 'text' ? [part.output.value] : []
    })
  })
}
