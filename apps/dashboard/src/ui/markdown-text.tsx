import createDOMPurify, { type Config } from 'dompurify'
import { lexer, parser, type Token, type TokensList } from 'marked'
import { memo, useLayoutEffect, useRef } from 'react'

const purify = createDOMPurify(window)

const TAGS =
  'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre strong table tbody td th thead tr ul'.split(
    ' ',
  )

/** The same as the widget allows: no images, no raw HTML, no address but http, https and mailto. */
const RULES = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ['href', 'start', 'align'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|[/#?.]|[^:]*$)/i,
} satisfies Config

export interface MarkdownProps {
  text: string
  /** Titles of cited pages by their addresses, for those who hear a citation instead of seeing its number. */
  titles?: ReadonlyMap<string, string> | undefined
}

/** Drawn block by block: text that grows redraws its last block only. */
export default function MarkdownText({ text, titles }: MarkdownProps) {
  const tokens = lexer(text)
  const blocks = tokens.filter(({ type }) => type !== 'space' && type !== 'def')
  return (
    <div className="prose">
      {blocks.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are added at the end and never change their places
        <Block key={index} raw={token.raw} token={token} links={tokens.links} titles={titles} />
      ))}
    </div>
  )
}

interface BlockProps {
  raw: string
  token: Token
  links: TokensList['links']
  titles: MarkdownProps['titles']
}

const Block = memo(
  function Block({ token, links, titles }: BlockProps) {
    const place = useRef<HTMLDivElement>(null)
    // Before the browser draws: an empty block that is filled later is laid out, and measured, a second time.
    useLayoutEffect(() => {
      const html = parser(Object.assign([token], { links }) as TokensList)
      const fragment = purify.sanitize(html, { ...RULES, RETURN_DOM_FRAGMENT: true })
      for (const link of fragment.querySelectorAll('a')) {
        if (/^\d{1,3}$/.test(link.textContent ?? '')) {
          link.className = 'chip'
          const url = link.getAttribute('href') ?? ''
          const title = titles?.get(url) ?? titles?.get(url.split('#')[0] ?? '')
          link.setAttribute(
            'aria-label',
            `Source ${link.textContent}${title === undefined ? '' : `: ${title}`}`,
          )
        }
        link.target = '_blank'
        link.rel = 'noreferrer'
      }
      // What scrolls must be reached by the keyboard.
      for (const pre of fragment.querySelectorAll('pre')) {
        pre.tabIndex = 0
        pre.dir = 'ltr'
      }
      for (const table of fragment.querySelectorAll('table')) {
        const scroll = document.createElement('div')
        scroll.className = 'prose-table'
        scroll.tabIndex = 0
        table.replaceWith(scroll)
        scroll.append(table)
      }
      // Headings of an answer stand below those of the page.
      for (const heading of fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
        const strong = document.createElement('p')
        strong.className = 'prose-title'
        strong.append(...heading.childNodes)
        heading.replaceWith(strong)
      }
      // Answers may be written in another direction than the page.
      for (const element of fragment.children)
        if (element.tagName !== 'PRE') element.setAttribute('dir', 'auto')
      place.current?.replaceChildren(fragment)
    }, [token, links, titles])
    return <div ref={place} />
  },
  (before, after) => before.raw === after.raw && before.titles?.size === after.titles?.size,
)
