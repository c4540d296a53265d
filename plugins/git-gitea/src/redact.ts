/** Takes tokens and credentials in URLs out of a text. Tokens of Gitea are 40 hexadecimal digits, as commits are. */
export function redact(text: string): string {
  return text
    .replace(/\b[\da-f]{40}\b/gi, '[redacted]')
    .replace(/\b(bearer|token|basic|oauth2:) ?[\w.~+/=-]{16,}/gi, '$1 [redacted]')
    .replace(/:\/\/[^/\s@]+@/g, '://[redacted]@')
}
