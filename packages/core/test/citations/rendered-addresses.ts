import * as commonmark from 'commonmark'
import { fromHtml } from 'hast-util-from-html'
import MarkdownIt from 'markdown-it'
import { Marked } from 'marked'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toHast } from 'mdast-util-to-hast'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

type Tree = ReturnType<typeof fromHtml>
type Node = Tree | Tree['children'][number] | { type: 'raw'; value: string }

const markdownIt = new MarkdownIt({ html: true, linkify: true })
markdownIt.linkify.set({ fuzzyLink: true })
const marked = new Marked({ gfm: true })
const commonmarkParser = new commonmark.Parser()
const commonmarkHtml = new commonmark.HtmlRenderer()

/** What sites and chat clients show Markdown with; each lets raw HTML through. */
const renderers: Readonly<Record<string, (text: string) => Tree>> = {
  micromark: (text) =>
    parsed(
      micromark(text, {
        allowDangerousHtml: true,
        allowDangerousProtocol: true,
        extensions: [gfm()],
        htmlExtensions: [gfmHtml()],
      }),
    ),
  'markdown-it': (text) => parsed(markdownIt.render(text)),
  marked: (text) => parsed(marked.parse(text, { async: false })),
  commonmark: (text) => parsed(commonmarkHtml.render(commonmarkParser.parse(text))),
  // Links addresses in the finished tree, where escapes and entities are resolved.
  remark: (text) => {
    const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
    return toHast(tree, { allowDangerousHtml: true }) as Tree
  },
}

export interface RenderedAddress {
  renderer: string
  address: string
}

/** Every address that some renderer makes of a text: links, images, sources, styles, scripts. */
export function renderedAddresses(text: string): RenderedAddress[] {
  return Object.entries(renderers).flatMap(([renderer, render]) =>
    [...addresses(render(text))].map((address) => ({ renderer, address })),
  )
}

function parsed(html: string): Tree {
  return fromHtml(html, { fragment: true })
}

/** Attributes that hold no address, whatever stands in them. */
const HARMLESS =
  /^(?:class(?:Name)?|id|title|alt|align|start|type|checked|disabled|lang|dir|role|name|open|aria.*|data(?:Footnote|User).*)$/i

function* addresses(node: Node): Generator<string> {
  if (node.type === 'raw') {
    yield* addresses(parsed(node.value))
    return
  }
  if (node.type === 'element') {
    if (['script', 'style', 'plaintext', 'xmp'].includes(node.tagName)) yield `element ${node.tagName}`
    for (const [name, value] of Object.entries(node.properties ?? {})) {
      const text = Array.isArray(value) ? value.join(' ') : String(value)
      if (/^on/i.test(name)) {
        if (text !== '' && typeof value !== 'boolean') yield `handler ${text}`
      } else if (name === 'style' && /^text-align: ?\w+;?$/.test(text)) continue
      else if (!HARMLESS.test(name) && typeof value !== 'boolean' && text !== '') yield text
    }
    if (node.tagName === 'template' && node.content) yield* addresses(node.content)
  }
  if ('children' in node) for (const child of node.children) yield* addresses(child as Node)
}
