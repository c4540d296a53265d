import { MOST_BYTES } from '../results/result-size.ts'

/** Reads only, and only this documentation. */
export const READS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false }

/** What clients are told of a tool: one keeps results of this size in the conversation instead of a file. */
export const TOOL_META = { 'anthropic/maxResultSizeChars': MOST_BYTES }

export const text = (content: string) => ({ type: 'text' as const, text: content })

/** Of a title or description: what is longer is none. */
const MOST_OF_A_TITLE = 300

export function short(title: string): string {
  return title.length <= MOST_OF_A_TITLE ? title : `${title.slice(0, MOST_OF_A_TITLE - 1).toWellFormed()}…`
}
