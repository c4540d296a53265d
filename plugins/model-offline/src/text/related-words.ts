import { stem } from './stem.ts'
import { canonical } from './synonyms.ts'

/**
 * Words that stand near to each other in documentation: a section with one of a line may be meant by a question with
 * another. They count for less than the word itself.
 */
const LINES = `
add insert append include attach put
create make generate new init scaffold bootstrap write
remove delete revoke uninstall drop clear prune clean purge erase rid unset
change modify edit update alter adjust customize replace override
show display print view render see list output
hide exclude omit skip ignore leave
keep retain preserve persist store save
get obtain fetch retrieve read receive load download
send post submit push publish emit
start run launch boot begin execute serve
stop end terminate kill abort cancel quit exit shutdown interrupt halt close
check verify validate test confirm assert
find search locate discover query look
copy clone duplicate mirror replicate
move migrate transfer port switch convert import bring
split divide shard partition distribute separate
merge combine join concatenate bundle
allow permit enable grant accept
disable deactivate stop prevent avoid
deny forbid prevent block refuse reject disallow restrict
limit restrict cap throttle maximum max quota threshold
wait delay sleep pause timeout
repeat retry again rerun
undo revert rollback restore reset
sort order
convert transform translate compile parse
protect secure guard
watch monitor observe track
notify alert notification webhook message
log record trace audit debug
debug inspect troubleshoot breakpoint
share collaborate collaboration
schedule cron timer interval
expire ttl lifetime expiration
define declare specify configure
extend plugin extension
embed inline include
compress gzip encode
folder directory dir path location
file document
image picture photo
error exception failure problem
setting option configuration config parameter argument flag property
command cli terminal shell
variable env environment
secret token key credential password
user visitor reader person people
admin administrator superuser
permission access right scope authorization
login signin authentication auth oauth sso
certificate tls ssl https
address url uri link endpoint
machine computer server host node system device
container docker image
memory ram
disk drive storage
worker process job task
mock fake stub spy
package module library dependency
newest latest recent
update upgrade
language locale translation i18n localization
template theme layout
look appearance style theme customize
formula math equation
snippet example sample
timeout deadline
size length large big
performance fast slow speed
parallel concurrent simultaneous
sequential serial
background daemon service
phone mobile
mac macos osx
licence license
cost price pay fee billing
documentation docs manual guide
own custom
several multiple many
closed collapsed
finished draft
newline ending
folder workspace
redirect forward alias
hook callback event
browser chrome firefox
unknown missing
script program
region zone
`

const RELATED: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const related = new Map<string, Set<string>>()
  for (const line of LINES.trim().split('\n')) {
    const words = line.split(' ').map((word) => canonical(stem(word)))
    for (const word of words) {
      const others = related.get(word) ?? new Set()
      for (const other of words) if (other !== word) others.add(other)
      related.set(word, others)
    }
  }
  return related
})()

/** Stems that may be meant by a canonical stem. */
export function relatedTo(term: string): ReadonlySet<string> {
  return RELATED.get(term) ?? NONE
}

const NONE: ReadonlySet<string> = new Set()
