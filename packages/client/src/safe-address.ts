/** What browsers leave out of an address before they read its scheme. */
const UNREAD = /[\p{C}\p{Z}\s]/gu
const SCHEME = /^([^/?#:]*):/
const SAFE = /^(?:https?|mailto)$/i

/**
 * An address as a link or an image may have it: one of `http`, `https`, or `mailto`, or a relative one. Undefined for
 * every other, such as `javascript:` and `data:`, however it is written. Use it for each address that a server or a
 * model gives.
 *
 * @example
 * link.href = safeAddress(source.url) ?? '#'
 */
export function safeAddress(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined
  const scheme = SCHEME.exec(withoutReferences(address).replace(UNREAD, ''))?.[1]
  return scheme === undefined || SAFE.test(scheme) ? address : undefined
}

/** Whoever writes the address into HTML as it is has its character references read. */
function withoutReferences(address: string): string {
  return address.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(colon|tab|newline));?/gi,
    (_, hex, decimal, name) => {
      if (name !== undefined) return name.toLowerCase() === 'colon' ? ':' : ''
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0x10ffff ? '' : String.fromCodePoint(code)
    },
  )
}
