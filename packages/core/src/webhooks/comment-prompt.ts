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

/** The follow-up that a comment becomes: who said it, where, and the comment as a quotation. */
export function commentPrompt({ author, body, path, line }: CommentWebhook): string {
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
