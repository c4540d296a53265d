const OWN = 'dashboard'

/** As whom the assistant knows a person who asks in the dashboard. */
export function dashboardVisitor(account: string): string {
  return `${OWN}:${account}`
}

/** The account behind a visitor; '' when the dashboard asked for nobody by name, undefined for a reader of a site. */
export function accountOf(fp: string): string | undefined {
  if (fp === OWN) return ''
  return fp.startsWith(`${OWN}:`) ? fp.slice(OWN.length + 1) : undefined
}
