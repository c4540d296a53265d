/**
 * The address of a link for an account. The secret stands behind the `#`: browsers send it to nobody, so it is in no log
 * and in no `Referer`.
 */
export function accountLinkUrl(publicUrl: string, secret: string): string {
  return `${publicUrl}/dashboard/link#${secret}`
}
