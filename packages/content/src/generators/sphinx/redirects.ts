import type { Navigation } from '../../layout/navigation.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { normalizePagePath } from '../../paths/page-path.ts'

const LONGEST = 100_000
const PAIR = /["']([^"'\n]{1,300})["'][ \t]{0,9}:\s{0,99}["']([^"'\n]{1,500})["']/g

/**
 * Redirects that `conf.py` writes out: `redirects` of sphinx-reredirects, whose targets are addresses beside the old page,
 * and `rediraffe_redirects` of sphinxext-rediraffe, from document to document. Those with patterns are left out.
 */
export function sphinxRedirects(
  script: string,
  routeOf: (inside: string) => string,
): Navigation['redirects'] {
  const beside = pairsOf('redirects', script).map(([document, target]) => {
    const source = routeOf(document)
    return { source, destination: addressBeside(source, target) }
  })
  const documents = pairsOf('rediraffe_redirects', script).map(([from, to]) => ({
    source: routeOf(withoutPageExtension(from)),
    destination: routeOf(withoutPageExtension(to)),
  }))
  return [...beside, ...documents]
}

function pairsOf(name: string, script: string): [string, string][] {
  const start = new RegExp(`^${name}[ \\t]*(?::[^=\\n]{1,80})?=[ \\t]*\\{`, 'm').exec(script)
  if (start === null) return []
  const end = script.indexOf('\n}', start.index)
  const written = script.slice(start.index, end < 0 ? start.index + LONGEST : end)
  return [...written.matchAll(PAIR)].flatMap(([, from = '', to = '']) =>
    /[*$]/.test(from + to) ? [] : [[from, to] satisfies [string, string]],
  )
}

function addressBeside(source: string, target: string): string {
  if (/^[a-z]+:\/\//i.test(target)) return target
  const [path = '', anchor] = target.split('#')
  const folder = source.endsWith('.html') ? source.slice(0, source.lastIndexOf('/')) : source
  const absolute = path.startsWith('/') ? path : `${folder}/${path}`
  const page = normalizePagePath(absolute.replace(/(?:^|\/)index\.html$/, '/'))
  return anchor === undefined ? page : `${page}#${anchor}`
}
