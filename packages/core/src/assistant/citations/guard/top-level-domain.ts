/** Endings of host names that renderers link without a scheme (linkify-it, its default list). */
const GENERIC = new Set(
  'biz com edu gov net org pro web xxx aero asia coop info museum name shop рф'.split(' '),
)
/** The countries, by their first letter. */
const COUNTRY =
  /^(?:a[cdefgilmnoqrstuwxz]|b[abdefghijmnorstvwyz]|c[acdfghiklmnoruvwxyz]|d[ejkmoz]|e[cegrstu]|f[ijkmor]|g[abdefghilmnpqrstuwy]|h[kmnrtu]|i[delmnoqrst]|j[emop]|k[eghimnprwyz]|l[abcikrstuvy]|m[acdeghklmnopqrstuvwxyz]|n[acefgilopruz]|om|p[aefghklmnrstwy]|qa|r[eosuw]|s[abcdeghijklmnortuvxyz]|t[cdfghjklmnortvwz]|u[agksyz]|v[aceginu]|w[fs]|y[et]|z[amw])$/
/** Endings that are countries and, in documentation, far more often files or members: `README.md`, `user.id`. */
const WORDS = new Set('md py rs sh pl cc mk ps so ml pm st id name info is at to in do ac am la'.split(' '))

/** Whether labels such as `.example.com` end a host name; with a path or a port, a file's name may be one too. */
export function isHostName(labels: string, hasPath: boolean): boolean {
  const last = labels.slice(labels.lastIndexOf('.') + 1).toLowerCase()
  if (!GENERIC.has(last) && !COUNTRY.test(last) && !last.startsWith('xn--')) return false
  return hasPath || !WORDS.has(last)
}
