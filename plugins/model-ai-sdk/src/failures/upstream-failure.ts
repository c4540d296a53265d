/**
 * What a provider said when it failed, for the operator's log: a status, a request id and the provider's words, cut
 * and without anything that looks like a key. It takes the place of the client's own error as `cause`, because that
 * one holds the prompt and the whole body.
 */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'
  readonly statusCode: number | undefined
  readonly requestId: string | undefined

  constructor(
    message: string,
    about: { statusCode: number | undefined; requestId: string | undefined; secrets: readonly string[] },
  ) {
    super(redacted(message, about.secrets))
    this.statusCode = about.statusCode
    this.requestId = about.requestId
  }
}

function redacted(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, '[key]')
  return clean.replace(LIKE_A_KEY, '[key]').slice(0, 500)
}

/** `sk-…`; and what follows "key" or "Bearer" as a word, unless it is a word itself: "API key provided". */
const LIKE_A_KEY =
  /\b(?:(?:sk|pk|key|Bearer)[-_][\w*.-]{6,}|(?:key|Bearer) (?=\S*[\d*_]|\S{20})[\w*.-]{6,})/gi
