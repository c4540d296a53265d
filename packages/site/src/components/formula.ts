import { createRequire } from 'node:module'
import type { Element } from 'hast'
import { raw } from 'hast-util-raw'
import { visit } from 'unist-util-visit'
import { attribute, type ComponentRenderer, element } from './component.ts'

/** Of columns: browsers place them by style alone. */
const KEPT_CLASS = /^tml-(?:left|right)$/
/** Which MathJax has beside those of the library. */
const MACROS = { '\\mbox': '\\text{#1}' }
/** Longer ones are data. */
const LONGEST = 5_000

type Temml = typeof import('temml')['default']

let library: Temml | undefined

/** Imported with the first formula: most sites have none. */
function temml(): Temml {
  library ??= createRequire(import.meta.url)('temml') as Temml
  return library
}

/** A formula in TeX as MathML, which browsers show without a script or a font of ours; one with a mistake as it is written. */
export const formula: ComponentRenderer = (component) => {
  const tex = decoded(attribute(component, 'tex') ?? '')
  const isDisplay = component.attributes.has('display')
  if (tex === '') return []
  const written = element('code', {}, tex)
  const shown = tex.length > LONGEST ? undefined : mathOf(tex, isDisplay)
  return [shown ?? (isDisplay ? element('p', {}, written) : written)]
}

function mathOf(tex: string, displayMode: boolean): Element | undefined {
  try {
    const value = temml().renderToString(tex, { displayMode, throwOnError: true, macros: { ...MACROS } })
    const tree = raw({ type: 'root', children: [{ type: 'raw', value }] })
    const math = tree.type === 'root' ? tree.children.find((node) => node.type === 'element') : undefined
    if (math === undefined) return undefined
    visit(math, 'element', ({ properties }) => {
      const classes = Array.isArray(properties.className) ? properties.className.map(String) : []
      const kept = classes.filter((name) => KEPT_CLASS.test(name))
      delete properties.className
      if (kept.length > 0) properties.className = kept
    })
    math.properties.ariaLabel = tex
    return math
  } catch (error) {
    if (error instanceof temml().ParseError || error instanceof RangeError) return undefined
    throw error
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    // An author wrote the element by hand.
    if (error instanceof URIError) return text
    throw error
  }
}
