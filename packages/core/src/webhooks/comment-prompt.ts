import type { CodeEvidence } from '../domain/code-evidence.ts'
import type { HostWebhook } from '../ports/git-host.ts'

export type CommentWebhook = Extract<HostWebhook, { kind: 'comment' }>

/** More than this of a comment is cut, characters. */
const MAX_COMMENT = 32_000

/** True for a comment that Docent itself wrote, by whichever account. */
export function isOwnComment(body: string): boolean {
  return body.trimStart().startsWith('<!-- docent-')
}

/** True when the text names the agent; what it quotes of others does not count. */
export function mentionsAgent(body: string, mention: string): boolean {
  const said = body
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('>'))
    .join('\n')
  const name = mention.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\w@/.-])${name}(?![\\w-])`, 'i').test(said)
}

/** `drop 3`, `drop 1, 2 and 4`, `redo 3: say why`: what a comment does to rows of a pull request that follows code. */
const COMMAND =
  /^[ \t]*(drop|redo)[ \t]+(?:rows?[ \t]+)?(\d{1,4}(?:(?:[ \t]*(?:,|and)[ \t]*|[ \t]+)\d{1,4}){0,50})[ \t]*(?:[:.]|$)/i
const DROPPED = /^Drop (?:row|rows) (\d{1,4}(?:, \d{1,4}){0,50}): /

/** Rows that a comment drops or wants redone; undefined for any other comment. */
function rowCommand(body: string, mention: string): { verb: 'drop' | 'redo'; rows: number[] } | undefined {
  for (const line of body.split('\n')) {
    const at = line.toLowerCase().indexOf(mention.toLowerCase())
    if (mention === '' || at < 0 || line.trimStart().startsWith('>')) continue
    const [, verb = '', numbers = ''] = COMMAND.exec(line.slice(at + mention.length)) ?? []
    if (verb === '') continue
    const rows = [...new Set((numbers.match(/\d+/g) ?? []).map(Number))]
    return { verb: verb.toLowerCase() === 'drop' ? 'drop' : 'redo', rows }
  }
  return undefined
}

/** Rows that a follow-up drops: what `commentPrompt` wrote. */
export function droppedRows(content: string): number[] {
  return (DROPPED.exec(content)?.[1] ?? '').split(', ').filter(Boolean).map(Number)
}

/**
 * The follow-up that a comment becomes: who said it, where, and the comment as a quotation.
 *
 * @param evidence of the job: rows that the comment may name
 */
export function commentPrompt(
  comment: CommentWebhook,
  { mention = '', evidence = [] }: { mention?: string; evidence?: readonly CodeEvidence[] } = {},
): string {
  const command = rowCommand(comment.body, mention)
  const known = new Set(evidence.flatMap(({ rows }) => rows.map(({ row }) => row)))
  const rows = command?.rows.filter((row) => known.has(row)) ?? []
  if (command === undefined || rows.length === 0) return quotedPrompt(comment)
  const named = `${rows.length === 1 ? 'row' : 'rows'} ${rows.join(', ')}`
  const task =
    command.verb === 'drop'
      ? `Drop ${named}: undo what you changed because of ${rows.length === 1 ? 'it' : 'them'} in this pull request, and nothing else.`
      : `Redo ${named}: write again what you changed because of ${rows.length === 1 ? 'it' : 'them'}, as the comment says.`
  return `${task}\n\n${quotedPrompt(comment)}`
}

function quotedPrompt({ author, body, path, line }: CommentWebhook): string {
  const place = path === undefined ? '' : ` on ${oneLine(path)}${line === undefined ? '' : ` line ${line}`}`
  const quoted = body
    .trim()
    .slice(0, MAX_COMMENT)
    .split(/\r?\n/)
    .map((each) => `> ${each}`)
    .join('\n')
  return [
    `Follow the comment of ${oneLine(author)}${place}`,
    quoted,
    'Do what the comment asks. Your closing message is posted as the answer to it: say what you changed, or answer the question when nothing has to change.',
  ].join('\n\n')
}

/** Names come from outside: they stay one line. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
