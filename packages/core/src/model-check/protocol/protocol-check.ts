import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider'
import type { ModelDefect } from '../model-card.ts'
import type { ModelProbe, ProbeReply } from '../model-probe.ts'

/** What a check saw; nothing when all was as it should be. */
export interface Finding {
  defect: ModelDefect
  detail: string
}

export interface ProtocolCheck {
  id: string
  title: string
  /** Docent does not work without it. */
  isRequired: boolean
  /** @param code short and random, so that no reply can be right by chance. */
  run(probe: ModelProbe, code: () => string): Promise<Finding | undefined>
}

export const system = (content: string): LanguageModelV4Message => ({ role: 'system', content })

export const user = (text: string): LanguageModelV4Message => ({
  role: 'user',
  content: [{ type: 'text', text }],
})

export const asks = (text: string): LanguageModelV4Prompt => [user(text)]

/** A tool whose arguments are all required texts. */
export function textTool(
  name: string,
  description: string,
  properties: Readonly<Record<string, string>>,
): LanguageModelV4FunctionTool {
  return {
    type: 'function',
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, about]) => [key, { type: 'string', description: about }]),
      ),
      required: Object.keys(properties),
      additionalProperties: false,
    },
  }
}

/** Why a reply cannot be judged at all. */
export function failureOf({ failure, isEndless, ms }: ProbeReply): Finding | undefined {
  if (isEndless)
    return { defect: 'never-finishes', detail: `The reply did not end within ${Math.round(ms / 1000)} s.` }
  return failure && { defect: 'unreachable', detail: failure.message }
}

/** The arguments of a call as an object, or what they are instead. */
export function argumentsOf(input: string): Record<string, unknown> | undefined {
  let value: unknown
  try {
    value = JSON.parse(input)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

export function quoted(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  if (line === '') return 'nothing'
  return `“${line.length > 80 ? `${line.slice(0, 79)}…` : line}”`
}
