import { defusePings } from '@docent/core/plugin'

const MARK = /^<!-- docent-answers: ([^\s>]+) -->/

/** Marks a post as Docent's, and which post it answers. People do not see it. */
export function ownText(text: string, answers: string, notify?: string): string {
  const call = notify === undefined ? '' : `\n\n${notify}`
  return `<!-- docent-answers: ${answers.replace(/[\s>]/g, '')} -->\n${safe(text)}${call}`
}

/** The post that an own text answers. */
export function answeredBy(text: string): string | undefined {
  return MARK.exec(text)?.[1]
}

/** True for a text of Docent, also one that its git host posted. */
export function isOwnText(text: string): boolean {
  return text.trimStart().startsWith('<!-- docent-')
}

/** Nobody is notified, and no hidden comment is begun. References to issues do not link. */
function safe(text: string): string {
  return defusePings(text.replaceAll('<!--', '&lt;!--'))
}

/** True when a text names Docent outside of what it quotes. */
export function mentions(text: string, mention: string): boolean {
  return naming(mention).test(withoutQuotes(text))
}

/** The text without the name of Docent. */
export function withoutMention(text: string, mention: string): string {
  return text.replace(naming(mention), '').trim()
}

function withoutQuotes(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('>'))
    .join('\n')
}

function naming(mention: string): RegExp {
  const name = mention.replace(/[^\w@-]/g, '')
  return new RegExp(`(?<![\\w@/.\`-])${name}(?![\\w-])`, 'i')
}
