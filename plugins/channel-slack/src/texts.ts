import { defusePings } from '@docent/core/plugin'

/** What a person wrote, as Markdown, without names of people. */
export function markdownOf(text: string, bot: string): string {
  return text
    .replaceAll(`<@${bot}>`, '')
    .replace(/<@[A-Z0-9]+(?:\|[^>]*)?>/g, 'somebody')
    .replace(/<(https?:[^|>]+)\|([^>]*)>/g, '[$2]($1)')
    .replace(/<(https?:[^|>]+)>/g, '$1')
    .replace(/<[!#][^|>]*\|([^>]*)>/g, '$1')
    .replace(/<[!#][^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
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
