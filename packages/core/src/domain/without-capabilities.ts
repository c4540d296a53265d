/** Paths whose rest opens something for whoever has it. */
const PATHS = /(\/pulls\/|\/dashboard\/link#|\/dashboard\/link%23)[\w%~.-]+/gi
/** Parts of addresses that do, in a query or a fragment. */
const PARAMETERS =
  /([?&#;](?:access|entry|token|key|api[-_]?key|access[-_]?token|refresh[-_]?token|id[-_]?token|private[-_]?token|secret|client[-_]?secret|password|passwd|pwd|code|state|nonce|sig|signature|x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential)|auth|authorization|jwt|session)=)[^&#\s"'\\<>]+/gi
const USER_INFO = /([a-z][a-z\d+.-]{1,20}:\/\/)[^\s/"'\\@<>]{1,500}@/gi

/**
 * A text for a log or a trace without what opens something for whoever has it: addresses of local pull requests, links
 * of previews and of sign-ins, signed addresses, and keys and passwords in addresses.
 */
export function withoutCapabilities(text: string): string {
  return text
    .replace(PATHS, '$1[redacted]')
    .replace(PARAMETERS, '$1[redacted]')
    .replace(USER_INFO, '$1[redacted]@')
}
