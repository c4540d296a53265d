/** The value of an expression that is nothing but a text, a number or a truth value; undefined for any other. */
export function literalOf(expression: string): string | undefined {
  const written = expression.trim()
  if (/^(?:true|false|-?\d+(?:\.\d+)?)$/.test(written)) return written
  const quoted = /^(["'`])((?:(?!\1)[^\\]|\\.)*)\1$/s.exec(written)
  if (quoted === null || written.includes(quoted[1] === '`' ? '${' : '\n')) return undefined
  return (quoted[2] ?? '').replaceAll(/\\(.)/gs, '$1')
}
