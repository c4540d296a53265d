import type { Element, ElementContent, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import { element } from './components/component.ts'
import type { PageReference } from './rendered-page.ts'

const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i

/**
 * Takes the targets of links and pictures within the documentation out of the tree, and puts marks in their places.
 * A picture of another host becomes a link, unless the operator allows the host: no page makes a reader's browser ask a
 * stranger for anything.
 */
export function markReferences(
  tree: Root,
  mark: (at: number) => string,
  imageHosts: readonly string[] = [],
): PageReference[] {
  const references: PageReference[] = []
  const refer = (kind: PageReference['kind'], target: string) => mark(references.push({ kind, target }) - 1)
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'a') markLink(node, refer)
    if (node.tagName !== 'img' || parent === undefined || index === undefined) return undefined
    const source = cleaned(node.properties.src)
    const allowed = allowedAddress(source, imageHosts)
    if (allowed !== undefined) {
      const { alt = '' } = node.properties
      Object.assign(node.properties, { src: allowed, alt, loading: 'lazy', decoding: 'async' })
      node.properties.referrerPolicy = 'no-referrer'
      return undefined
    }
    if (source === undefined || ABSOLUTE.test(source)) {
      const isInLink = parent.type === 'element' && parent.tagName === 'a'
      parent.children[index] = foreignImage(node, source, isInLink)
      return [SKIP, index + 1]
    }
    node.properties.src = refer('image', source)
    node.properties.alt ??= ''
    node.properties.loading = 'lazy'
    node.properties.decoding = 'async'
    return undefined
  })
  return references
}

function markLink(node: Element, refer: (kind: 'page', target: string) => string): void {
  const target = cleaned(node.properties.href)
  if (target === undefined) delete node.properties.href
  else if (/^[/\\]{2}/.test(target)) node.properties.href = `https:${target.replaceAll('\\', '/')}`
  else if (!ABSOLUTE.test(target) && !target.startsWith('#')) node.properties.href = refer('page', target)
  else node.properties.href = target
  if (/^https?:/i.test(String(node.properties.href ?? ''))) node.properties.rel = ['noopener', 'noreferrer']
}

/** As browsers read an address: without the control characters and line ends that hide its scheme. */
function cleaned(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const text = value.replaceAll(/[\u0000-\u001f\u007f]/g, '').trim()
  return text === '' ? undefined : text
}

/** The address of a picture on a host that the operator allows; undefined for any other. */
function allowedAddress(source: string | undefined, hosts: readonly string[]): string | undefined {
  const address = webAddress(source)
  if (address === undefined) return undefined
  const url = new URL(address)
  url.protocol = 'https:'
  const isAllowed = hosts.some((host) =>
    host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host,
  )
  return isAllowed ? url.href : undefined
}

/** As it is written, but for `//host/a.png`; undefined for what is on no other host. */
function webAddress(source: string | undefined): string | undefined {
  const written = source?.startsWith('//') ? `https:${source}` : source
  return written !== undefined && /^https?:/i.test(written) && URL.canParse(written) ? written : undefined
}

function foreignImage(image: Element, source: string | undefined, isInLink: boolean): ElementContent {
  const alternative = typeof image.properties.alt === 'string' ? image.properties.alt : ''
  const url = webAddress(source)
  const host = url === undefined ? undefined : new URL(url).host
  const text = `${alternative === '' ? 'Image' : alternative}${host === undefined ? '' : ` (image on ${host})`}`
  if (url === undefined || isInLink) return element('span', { className: ['foreign'] }, text)
  return element('a', { className: ['foreign'], href: url, rel: ['noopener', 'noreferrer'] }, text)
}
