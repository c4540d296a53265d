import type { Reply } from '@docent/core/plugin'

/**
 * Whether a client asks for Markdown rather than HTML, as agents do. Of two types that it likes as much, HTML counts:
 * people have it.
 *
 * @param accept value of the header `Accept`
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  const types = new Map(
    (accept ?? '').split(',').map((each) => {
      const [type = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return [type, quality === undefined ? 1 : Number(quality.slice(2)) || 0]
    }),
  )
  const html = types.get('text/html') ?? 0
  const markdown = types.get('text/markdown') ?? 0
  if (markdown !== html) return markdown > html
  // The first of the two, where a client names both.
  const [first] = [...types.keys()].filter((type) => type === 'text/html' || type === 'text/markdown')
  return markdown > 0 && first === 'text/markdown'
}

/** A reply that another `Accept` would have made another. */
export function varying(reply: Reply): Reply {
  if (!('headers' in reply)) return reply
  const { headers = {} } = reply
  const vary = [headers.Vary, 'Accept'].filter((each) => each !== undefined).join(', ')
  return { ...reply, headers: { ...headers, Vary: vary } }
}
