declare const port: unique symbol

/** A dependency-injection token that knows the type behind it. `Symbol.for` keeps two copies of a package in agreement. */
export type Token<Port> = symbol & { readonly [port]?: Port }

export function token<Port>(name: string): Token<Port> {
  return Symbol.for(`docent.${name}`) as Token<Port>
}
