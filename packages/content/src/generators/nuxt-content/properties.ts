export type Properties = Readonly<Record<string, string>>

const PROPERTY =
  /(?<![\w-]):?([A-Za-z][\w-]{0,60})(?:=(?:"([^"]{0,1000})"|'([^']{0,1000})'|([^\s"'{}]{1,300})))?/g

/** `{to="/guide" required .class #id}`: what has no value is true. */
export function readProperties(braces: string): Properties {
  const found: Record<string, string> = {}
  for (const [, name = '', double, single, bare] of braces
    .replace(/(?<!\S)[.#][\w-]{1,60}/g, '')
    .matchAll(PROPERTY))
    found[name] = double ?? single ?? bare ?? 'true'
  return found
}
