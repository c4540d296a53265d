export function isWebPage(contentType: string | undefined): boolean {
  return /^(?:text\/html|application\/xhtml)/i.test(contentType ?? '')
}
