/** Takes tokens and credentials in URLs out of a text. */
export function redact(text: string): string {
  return text
    .replace(/\b(gl[a-z]{2,8}-)[\w.-]{8,}/g, '$1[redacted]')
    .replace(/\b(whsec_)[\w+/=-]+/g, '$1[redacted]')
    .replace(/\b(bearer|token|basic|oauth2:) ?[\w.~+/=-]{16,}/gi, '$1 [redacted]')
    .replace(/:\/\/[^/\s@]+@/g, '://[redacted]@')
}
