import { fenced } from '../../../formats/page/include.ts'
import { textOfValue } from './liquid-filters.ts'
import { type LiquidBranch, type LiquidNode, liquidNodes } from './liquid-nodes.ts'
import { holds, isOneOf, isTruthy, type LiquidScope, type LiquidWork, liquidValue } from './liquid-scope.ts'

/** What a page may name by a tag. */
export interface LiquidSite {
  /** The address of what `link` names, or of what `post_url` names. */
  addressOf(kind: 'link' | 'post_url', target: string): string
}

const LONGEST = 2_000_000
/** Of all loops of a text together. */
const MOST_ROUNDS = 20_000

type Tag = Extract<LiquidNode, { kind: 'tag' }>

/**
 * A text as Jekyll hands it to Markdown: https://jekyllrb.com/docs/liquid. What only a build knows is left out, and tags
 * of plugins stay as they are written.
 */
export function renderLiquid(text: string, scope: LiquidScope, site: LiquidSite): string {
  if (text.length > LONGEST || !/\{\{|\{%/.test(text)) return text
  return new LiquidRun(scope, site).write(liquidNodes(text))
}

class LiquidRun {
  readonly #site: LiquidSite
  readonly #scope: LiquidScope
  #rounds = MOST_ROUNDS
  #characters = LONGEST
  readonly #work: LiquidWork = { left: LONGEST }

  constructor(scope: LiquidScope, site: LiquidSite) {
    this.#scope = { ...scope }
    this.#site = site
  }

  write(nodes: readonly LiquidNode[]): string {
    return nodes.map((node) => this.#node(node)).join('')
  }

  #node(node: LiquidNode): string {
    if (this.#characters <= 0) return ''
    if (node.kind === 'tag') return this.#tag(node)
    const text = node.kind === 'text' ? node.text : textOfValue(this.#value(node.expression))
    this.#characters -= text.length
    return text
  }

  #value(expression: string): unknown {
    return liquidValue(expression, this.#scope, this.#work)
  }

  #tag({ name, rest, written, branches = [] }: Tag): string {
    const [whole] = branches
    switch (name) {
      case 'if':
      case 'unless':
        return this.#branch(branches)
      case 'case':
        return this.#case(rest, branches)
      case 'for':
        return this.#loop(rest, branches)
      case 'highlight':
        return `\n${fenced(
          this.write(whole?.nodes ?? [])
            .trimEnd()
            .replace(/^\n+/, ''),
          /^[\w+-]*/.exec(rest)?.[0] ?? '',
        )}\n`
      case 'capture':
        this.#scope[rest.replace(/['"]/g, '')] = this.write(whole?.nodes ?? [])
        return ''
      case 'assign': {
        const [, key = '', expression = ''] = /^([\w.-]+)\s*=([\s\S]*)$/.exec(rest) ?? []
        this.#scope[key] = this.#value(expression)
        return ''
      }
      case 'jekyll-include':
        return this.#included(rest, whole?.nodes ?? [])
      case 'link':
      case 'post_url':
        return this.#site.addressOf(name, rest)
      default:
        return KNOWN.test(name) ? '' : written
    }
  }

  #branch(branches: readonly LiquidBranch[]): string {
    const fits = ({ name, rest }: LiquidBranch) =>
      name === 'else' || holds(rest, this.#scope) !== (name === 'unless')
    return this.write(branches.find(fits)?.nodes ?? [])
  }

  #case(rest: string, branches: readonly LiquidBranch[]): string {
    const value = this.#value(rest)
    const fits = ({ name, rest: wanted }: LiquidBranch) =>
      name === 'else' || (name === 'when' && isOneOf(value, wanted, this.#scope))
    return this.write(branches.find(fits)?.nodes ?? [])
  }

  #loop(rest: string, [body, otherwise]: readonly LiquidBranch[]): string {
    const [, name = '', source = '', terms = ''] =
      /^([\w-]+)\s+in\s+(\([^()]*\)|\S+)([\s\S]*)$/.exec(rest) ?? []
    const items = this.#items(source, terms)
    if (items.length === 0) return this.write(otherwise?.nodes ?? [])
    const outer = { ...this.#scope }
    const written: string[] = []
    for (const [at, item] of items.entries()) {
      if (this.#rounds-- <= 0 || this.#characters <= 0) break
      this.#scope[name] = item
      const { length } = items
      const place = { index: at + 1, index0: at, rindex: length - at, rindex0: length - at - 1 }
      this.#scope.forloop = { ...place, first: at === 0, last: at === length - 1, length }
      written.push(this.write(body?.nodes ?? []))
    }
    for (const key of [name, 'forloop']) this.#scope[key] = outer[key]
    return written.join('')
  }

  #items(source: string, terms: string): unknown[] {
    const value = this.#value(source)
    const all = Array.isArray(value)
      ? value
      : isTruthy(value) && typeof value === 'object'
        ? Object.entries(value as object)
        : []
    const numbers = new Map<string, number>()
    for (const [, name = '', written = ''] of terms.matchAll(/\b(offset|limit)\s{0,9}:\s{0,9}([\w.]+)/g)) {
      const found = this.#value(written)
      if (typeof found === 'number') numbers.set(name, found)
    }
    const from = numbers.get('offset') ?? 0
    const limit = numbers.get('limit')
    const some = all.slice(from, limit === undefined ? undefined : from + limit)
    return /\breversed\b/.test(terms) ? some.toReversed() : some
  }

  /** `include` holds what is given to the text, and what was given to the text around it is held again behind it. */
  #included(rest: string, nodes: readonly LiquidNode[]): string {
    const around = this.#scope.include
    const given = rest.matchAll(/(?<![\w-])([\w-]{1,100})\s{0,20}=\s{0,20}("[^"]*"|'[^']*'|[^\s"']+)/g)
    this.#scope.include = Object.fromEntries(
      [...given].map(([, name = '', value = '']) => [name, this.#value(value)]),
    )
    const text = this.write(nodes)
    this.#scope.include = around
    return text
  }
}

/** Tags of Liquid and Jekyll that write nothing where they cannot be followed. */
const KNOWN =
  /^(?:include(?:_cached|_relative)?|break|continue|increment|decrement|cycle|tablerow|endtablerow|end(?:if|unless|case|for|capture|highlight|raw|comment)|else|elsif|when|seo|feed_meta)$/
