import { type LocatedValue, valuesUnder } from '../../located/located-value.ts'
import { toLiteral } from '../../located/to-literal.ts'
import { literalPattern } from '../../patterns/literal-pattern.ts'

const PARAMETER = /:([A-Za-z_]\w*)(\([^()]*\))?([*+?])?/g
const MOST = 1_000

/**
 * Where `rewrites` of the configuration put a file, by paths below `srcDir`; the file itself for every other one. A
 * function, which would have to run, moves nothing. https://vitepress.dev/guide/routing#route-rewrites
 */
export function rewritten(config: LocatedValue | undefined): (inside: string) => string {
  const [found] = valuesUnder(config, 'rewrites')
  const rules = toLiteral(found)
  if (typeof rules !== 'object' || rules === null || Array.isArray(rules)) return (inside) => inside
  const moves = Object.entries(rules)
    .slice(0, MOST)
    .flatMap(([from, to]) => (typeof to === 'string' ? [moveOf(from, to)] : []))
  return (inside) => {
    for (const move of moves) {
      const moved = move(inside)
      if (moved !== undefined) return moved
    }
    return inside
  }
}

function moveOf(from: string, to: string): (inside: string) => string | undefined {
  const names: string[] = []
  let pattern = ''
  let at = 0
  for (const { 0: written, 1: name = '', 2: group, 3: repeat, index } of from.matchAll(PARAMETER)) {
    names.push(name)
    const isLong = group === '(.*)' || repeat === '*' || repeat === '+'
    pattern += `${literalPattern(from.slice(at, index))}(${isLong ? '.+' : '[^/]+'})`
    at = index + written.length
  }
  const whole = new RegExp(`^${pattern}${literalPattern(from.slice(at))}$`)
  return (inside) => {
    const values = names.length <= 3 ? whole.exec(inside)?.slice(1) : undefined
    return (
      values && to.replaceAll(PARAMETER, (written, name: string) => values[names.indexOf(name)] ?? written)
    )
  }
}
