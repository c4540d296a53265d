import { stem } from './stem.ts'

/** Words that documentation and its readers use for one thing. The first of a line stands for all. */
const GROUPS = `
delete remove erase uninstall
create add make new
revoke invalidate
rotate renew
install setup
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
db database
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
`

const CANONICAL: ReadonlyMap<string, string> = new Map(
  GROUPS.trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...others] = line.trim().split(' ').map(stem)
      return others.map((other) => [other, first] as const)
    }),
)

/** The stem that stands for this one and its synonyms. */
export function canonical(stemmed: string): string {
  return CANONICAL.get(stemmed) ?? stemmed
}
