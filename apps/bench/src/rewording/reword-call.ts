import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider'
import { PROMPT_TAGS } from '@docent/core/plugin'

/** Stands for every sentence; it has what a program might take for a word of a tool. */
export const WORDS = '~ wholly other words, No files, No matches, All checks pass, docs/trap.mdx ~'

/** A tag with its attributes. */
const TAG = /<\/?[a-z][\w-]*(?: [\w-]+="[^"]*")* ?\/?>/g
/** What stands between these tags are words of the documentation, of its owners or of a person. */
const THEIRS =
  /<(passage|question|context|owner_style|repository-instructions|pull-request-template)(?: [^>]*)?>[\s\S]*?<\/\1>/g
const NOTE = new RegExp(`<${PROMPT_TAGS.note}>.*?</${PROMPT_TAGS.note}>`, 'g')
const OUR_NOTE = `<${PROMPT_TAGS.note}>${WORDS}</${PROMPT_TAGS.note}>`

/** Lines of data in the result of a tool, as its description promises them. */
const DATA: Readonly<Record<string, RegExp>> = {
  read_file: /^\d+\t/,
  search_files: /^.+?:\d+: |^.+?-\d+- |^--$/,
  list_files: /^(?!.*<docent-note>)/,
}

/**
 * A call of a model with every sentence of Docent in other words. What a program may read stays: tags with their
 * attributes, fields of results, lines of data, and what others wrote.
 */
export function rewordCall(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { prompt, tools } = options
  return {
    ...options,
    prompt: prompt.map(rewordMessage),
    ...(tools && {
      tools: tools.map((tool) =>
        tool.type === 'function'
          ? { ...tool, description: WORDS, inputSchema: rewordFields(tool.inputSchema, 'description') }
          : tool,
      ),
    }),
  }
}

function rewordMessage(message: LanguageModelV4Message): LanguageModelV4Message {
  if (message.role === 'system') return { ...message, content: rewordText(message.content) }
  if (message.role === 'user') {
    const content = message.content.map((part) =>
      part.type === 'text' && isOurs(part.text) ? { ...part, text: rewordText(part.text) } : part,
    )
    return { ...message, content }
  }
  if (message.role === 'tool') {
    const content = message.content.map((part) =>
      part.type === 'tool-result' ? { ...part, output: rewordOutput(part) } : part,
    )
    return { ...message, content }
  }
  return message
}

/** A message of a person has none of Docent's tags. */
function isOurs(text: string): boolean {
  return [PROMPT_TAGS.checks, PROMPT_TAGS.conflict, PROMPT_TAGS.passages].some((tag) =>
    text.includes(`<${tag}>`),
  )
}

/** Only the tags and what others wrote are left of a text, with other words in between. */
function rewordText(text: string): string {
  const kept: { index: number; text: string }[] = []
  for (const { index, 0: found } of text.matchAll(THEIRS)) kept.push({ index, text: found })
  for (const { index, 0: found } of text.matchAll(TAG))
    if (!kept.some((each) => index >= each.index && index < each.index + each.text.length))
      kept.push({ index, text: found })
  const inOrder = kept.toSorted((a, b) => a.index - b.index).map((each) => each.text)
  const start = text.trimStart().startsWith('<') ? [] : [WORDS]
  return [...start, ...inOrder.flatMap((each) => [each, WORDS])].join('\n')
}

function rewordOutput({
  toolName,
  output,
}: LanguageModelV4ToolResultPart): LanguageModelV4ToolResultPart['output'] {
  switch (output.type) {
    case 'text':
      return { ...output, value: rewordLines(output.value, DATA[toolName]) }
    case 'error-text':
      return { ...output, value: WORDS }
    case 'json':
    case 'error-json':
      return { ...output, value: rewordFields(output.value, 'message') }
    default:
      return output
  }
}

function rewordLines(text: string, data: RegExp | undefined): string {
  return text
    .split('\n')
    .map((line) => {
      if (data?.test(line)) return line.replaceAll(NOTE, OUR_NOTE)
      return [WORDS, ...(line.match(TAG) ?? []).filter((tag) => tag.endsWith('/>')), WORDS].join(' ')
    })
    .join('\n')
}

/** Other words in every field of a name. */
function rewordFields<Value>(value: Value, name: string): Value {
  const text = JSON.stringify(value, (key, field) =>
    key === name && typeof field === 'string' ? WORDS : field,
  )
  return JSON.parse(text) as Value
}
