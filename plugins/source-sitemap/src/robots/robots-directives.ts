/**
 * Whether what `X-Robots-Tag` or `<meta name="robots">` says keeps a page out of an index: `noindex` or `none`, to all
 * crawlers or to this one (`docentbot: noindex`).
 */
export function saysNoindex(values: readonly string[], product: string): boolean {
  return values.some((value) => {
    let isForUs = true
    return value.split(',').some((part) => {
      const [, agent, directive = ''] = /^\s*(?:([\w-]+)\s*:)?\s*([\w-]*)/.exec(part) ?? []
      // A name stands before the first of its directives; other directives have values of their own.
      if (agent !== undefined && !/^(?:unavailable_after|max-)/i.test(agent))
        isForUs = agent.toLowerCase() === product.toLowerCase()
      return isForUs && /^(?:noindex|none)$/i.test(directive)
    })
  })
}
