import { markdownRegions } from '@docent/content'
import type { ModelMessage } from '../../ports/job-store.ts'
import type { Logger } from '../../ports/logger.ts'
import { runStep } from '../../turn/run-step.ts'
import type { StepRequest } from '../../turn/step-request.ts'
import type { BadBlock } from '../grounding/gate/name-gate.ts'
import type { AnswerDraft } from './answer-draft.ts'

/** Blocks of one answer that are written again, at most: one with more is not worth its price. */
const MOST_REPAIRS = 5
/** Longest wait for a block, ms. */
const LONGEST_REPAIR_MS = 30_000
/** Characters that one token writes at least. */
const CHARACTERS_PER_TOKEN = 3
/** Tokens beside those of the block itself, for one that thinks first. */
const SPARE_TOKENS = 400

/**
 * Lets the model write blocks of an answer again, without the names that it invented. Each block gets one call, within
 * the limits of the answer; its tokens count. Undefined when the call fails or its reply cannot stand for the block.
 *
 * @throws the reason of the signal
 */
export function blockRepair(
  request: StepRequest,
  draft: AnswerDraft,
  logger: Logger | undefined,
): (block: BadBlock) => Promise<string | undefined> {
  let repairs = 0
  return async (block) => {
    if (repairs++ >= MOST_REPAIRS) return undefined
    const tokens = Math.ceil((block.rest.length * 2) / CHARACTERS_PER_TOKEN) + SPARE_TOKENS
    const budget = request.budget.aside(tokens, LONGEST_REPAIR_MS)
    try {
      const prompt = [...request.prompt, ...repairMessages(draft.text, block)]
      const outcome = await runStep(
        { ...request, prompt, tools: [], budget, maxAttempts: 1 },
        () => undefined,
      )
      draft.addUsage(outcome)
      request.budget.charge(outcome)
      if (outcome.limit || outcome.finishReason !== 'stop') return undefined
      const { text, take } = draft.filteredBlock(outcome.text)
      const rest = fitting(text, block)
      if (rest !== undefined) take()
      return rest
    } catch (error) {
      request.signal.throwIfAborted()
      logger?.warn({ err: error }, 'a part of an answer could not be written again')
      return undefined
    }
  }
}

function repairMessages(written: string, { shown, rest, isFence, invented }: BadBlock): ModelMessage[] {
  const names = [...new Map(invented.map((name) => [name.text, name])).values()].map(
    ({ text, suggestion }) =>
      suggestion === undefined
        ? `- ${JSON.stringify(text)}`
        : `- ${JSON.stringify(text)} (the documentation has ${JSON.stringify(suggestion)})`,
  )
  const what = isFence ? 'this code block, with its fence,' : 'this rest of the paragraph'
  const begins =
    shown.trim() === '' ? '' : `\nIt goes on behind this text, which stays: ${JSON.stringify(shown)}`
  return [
    ...(written === ''
      ? []
      : [{ role: 'assistant', content: [{ type: 'text', text: written }] } satisfies ModelMessage]),
    {
      role: 'user',
      content: [
        {
          type: 'text',
          text: `Your answer goes on with names that the documentation does not have:
${names.join('\n')}

Write ${what} again with names of the passages alone:${begins}
<part>
${rest}
</part>
Where the documentation has no such name, say in the same language what it does have instead. Reply with nothing but the new text of the part, in the same Markdown, with its citations such as [1].`,
        },
      ],
    },
  ]
}

/** The reply as it takes the place of the rest of the block; undefined when it would break what is around it. */
function fitting(reply: string, { shown, rest, isFence, isOneLine }: BadBlock): string | undefined {
  let text = reply.replace(/^\s*<part>\s*|(?<!\s)\s*<\/part>\s*$/g, '')
  if (shown !== '' && text.startsWith(shown)) text = text.slice(shown.length)
  text = /^\s/.test(rest) ? ` ${text.trim()}` : text.trim()
  if (text.trim() === '') return undefined
  const hasFence = /^[ \t>]*(?:`{3,}|~{3,})/m.test(text)
  if (!isFence) return hasFence || (isOneLine && text.includes('\n')) ? undefined : text
  const fences = markdownRegions(text).filter(({ kind }) => kind === 'fence')
  const isClosed = /\n[ \t>]*(?:`{3,}|~{3,})[ \t]*$/.test(text)
  if (fences.length !== 1 || !isClosed || !/^(?:`{3,}|~{3,})/.test(text)) return undefined
  const indent = /^[ \t>]*/.exec(rest)?.[0] ?? ''
  return indent === '' ? text : text.replace(/^/gm, indent)
}
