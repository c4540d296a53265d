/** Shorter ones would take ordinary words out of texts. */
const SHORTEST = 6

/** What credentials look like, whoever made them. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(gh[opsur]_|github_pat_)\w+/g, '$1[redacted]'],
  [/\b(gl[a-z]{2,8}-)[\w.-]{8,}/g, '$1[redacted]'],
  [/\b(whsec_)[\w+/=-]+/g, '$1[redacted]'],
  [/\b(bearer|basic) [\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\b(token|oauth2:) ?[\w.~+/=-]{16,}/gi, '$1 [redacted]'],
  [/-----BEGIN[\s\S]*?(-----END[^-]*-----|$)/g, '[redacted key]'],
  [/\beyJ[\w-]+(?:\.[\w-]+){0,2}/g, '[redacted token]'],
  [/:\/\/[^/\s@]+@/g, '://[redacted]@'],
]

export interface RedactorOptions {
  /** Taken out wherever they are, also in base64: tokens, keys, and the secrets of webhooks. */
  secrets?: readonly (string | undefined)[]
}

/** A function that takes credentials out of a text: the configured ones, and what looks like one. */
export function redactor({ secrets = [] }: RedactorOptions = {}): (text: string) => string {
  const known = secrets.filter((secret) => secret !== undefined && secret.length >= SHORTEST)
  const spellings = new Set(known.flatMap(spellingsOf))
  // The longest first: one may be a part of another.
  const ordered = [...spellings].sort((left, right) => right.length - left.length)
  return (text) => {
    let clean = text
    for (const spelling of ordered) clean = clean.replaceAll(spelling, '[redacted]')
    for (const [shape, replacement] of SHAPES) clean = clean.replace(shape, replacement)
    return clean
  }
}

/** As it is, in a URL, in JSON, and in base64 at each of the three offsets that a user name before it can cause. */
function spellingsOf(secret: string | undefined): string[] {
  if (secret === undefined) return []
  const inBase64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${' '.repeat(offset)}${secret}`)
      .toString('base64')
      .replace(/(?<!=)=+$/, '')
    // The digits at both ends also hold bits of what stands beside it.
    return encoded.slice(offset === 0 ? 0 : offset + 1, -1)
  })
  const spelled = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...inBase64]
  return spelled.filter((each) => each.length >= SHORTEST)
}
