const TAG = /(?<![\w\\])(tag|end)::([^\s[\]:]{1,200})\[\](?!\w)/
const MOST_RANGES = 1_000

/** What `lines`, `tag` and `tags` of an include choose of a text: https://docs.asciidoctor.org/asciidoc/latest/directives/include-tagged-regions. */
export function selectLines(text: string, attributes: Readonly<Record<string, string>>): string {
  const { lines, tag, tags } = attributes
  if (lines !== undefined) return byNumbers(text, lines)
  const wanted = tag ?? tags
  return wanted === undefined ? withoutTagLines(text) : byTags(text, wanted)
}

function byNumbers(text: string, written: string): string {
  const ranges = written
    .split(/[;,]/)
    .slice(0, MOST_RANGES)
    .map((range) => {
      const [from = '', to] = range.trim().split('..')
      const first = Number.parseInt(from, 10)
      const last = to === undefined ? first : Number.parseInt(to, 10)
      return [first, last < 0 || Number.isNaN(last) ? Number.POSITIVE_INFINITY : last] as const
    })
  return text
    .split('\n')
    .filter((_, at) => ranges.some(([first, last]) => first <= at + 1 && at + 1 <= last))
    .join('\n')
}

/** `a;b` takes the regions of both, `!a` leaves one out, `*` is every region and `**` every line. */
function byTags(text: string, written: string): string {
  const rules = new Map<string, boolean>()
  for (const each of written.split(/[;,]/).slice(0, MOST_RANGES)) {
    const name = each.trim()
    if (name !== '') rules.set(name.replace(/^!/, ''), !name.startsWith('!'))
  }
  const takesTagged = rules.get('*')
  const onlyLeavesOut = [...rules.values()].every((takes) => !takes)
  const takesRest = rules.get('**') ?? (onlyLeavesOut || takesTagged === false)
  const open: { name: string; takes: boolean }[] = []
  const chosen: string[] = []
  for (const line of text.split('\n')) {
    const [, kind, name = ''] = TAG.exec(line) ?? []
    const around = open.at(-1)?.takes ?? takesRest
    if (kind === 'tag') open.push({ name, takes: rules.get(name) ?? takesTagged ?? around })
    else if (kind === 'end') {
      const at = open.findLastIndex((region) => region.name === name)
      if (at >= 0) open.splice(at, 1)
    } else if (around) chosen.push(line)
  }
  return chosen.join('\n')
}

function withoutTagLines(text: string): string {
  if (!text.includes('::')) return text
  return text
    .split('\n')
    .filter((line) => !TAG.test(line))
    .join('\n')
}
