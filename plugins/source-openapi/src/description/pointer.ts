/** One part of an RFC 6901 pointer, percent-encoded as in a URL fragment. */
export function decodePart(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~')
  return /%[\da-f]{2}/i.test(plain) && URL.canParse(`x:${plain}`) ? safelyDecoded(plain) : plain
}

export function encodePart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function safelyDecoded(text: string): string {
  const decoded = Buffer.from(
    text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
  return decoded.includes('\ufffd') ? text : decoded
}
