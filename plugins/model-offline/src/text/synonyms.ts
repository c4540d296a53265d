import { stem } from './stem.ts'

/** Words that documentation and its readers use for one thing. The first of a line stands for all. */
const GROUPS = `
delete remove erase uninstall discard
create add new
revoke invalidate
rotate renew
install setup installation
start launch boot run
stop halt shutdown
configure configuration config setting option
change modify update edit
key token credential secret
error failure fail problem issue
limit quota throttle
price cost pricing
folder directory
repository repo
docs documentation
env environment
database db
auth authentication authenticate login signin
website site
upgrade migrate migration
self-host selfhost host
pr pull-request
question ask
answer reply respond
supported support
fast speed performance quick
language locale translation
postgres postgresql pg psql
javascript js
typescript ts
kubernetes k8s
mongodb mongo
email mail
number count amount
permission permit grant
allowed allow may permitted
forbidden forbid prohibit
show display print output
check verify confirm
paging pagination paginate
`

const LINES: readonly (readonly string[])[] = GROUPS.trim()
  .split('\n')
  .map((line) => line.trim().split(' '))

const CANONICAL: ReadonlyMap<string, string> = new Map(
  LINES.flatMap((line) => {
    const [first = '', ...others] = line.map(stem)
    return others.map((other) => [other, first] as const)
  }),
)

/** The stem that stands for this one and its synonyms. */
export function canonical(stemmed: string): string {
  return CANONICAL.get(stemmed) ?? stemmed
}
