import { defusePings } from '@docent/core/plugin'

/** What a person wrote, as Markdown, without names of people. */
export function markdownOf(text: string, bot: string): string {
  const [first = '', ...marked] = text.split('<')
  const rest = marked.map((part) => {
    const end = part.indexOf('>')
    return end === -1 ? `<${part}` : shown(part.slice(0, end), bot) + part.slice(end + 1)
  })
  return [first, ...rest]
    .join('')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
}

/** What stands between `<` and `>`: people, channels, special names, or addresses, with a label behind `|`. */
function shown(token: string, bot: string): string {
  const [target = '', label] = token.split('|')
  if (target === `@${bot}`) return ''
  if (target.startsWith('@')) return 'somebody'
  if (target.startsWith('!') || target.startsWith('#')) return label ?? ''
  return label === undefined ? target : `[${label}](${target})`
}

/** A post: Markdown in a block of its own, whom to notify in another, and plain words for notifications. */
export function blocksOf(text: string, notify: string | undefined): { text: string; blocks: object[] } {
  const markdown = defusePings(text)
  const call = notify === undefined ? [] : [{ type: 'section', text: { type: 'mrkdwn', text: notify } }]
  return { text: escaped(markdown.slice(0, 3_000)), blocks: [{ type: 'markdown', text: markdown }, ...call] }
}

/** Slack reads no mention and no link in it. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
