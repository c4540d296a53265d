import { type CommandOutput, defineLocalCommand } from '@docent/core/plugin'
import { z } from 'zod'
import { SIGNALS } from '../evidence/change-evidence.ts'
import { REASONS } from '../evidence/fuse-ranks.ts'
import { inPlace, PLACE_ARGS } from './local-place.ts'
import { sinceTime } from './since.ts'

const Page = z.object({
  path: z.string(),
  signals: z.array(z.enum(SIGNALS)).readonly(),
  names: z.array(z.string()).readonly(),
})
const Name = z.object({
  name: z.string(),
  change: z.enum(['added', 'removed', 'changed', 'described']),
  kind: z.enum(['option', 'symbol', 'literal']),
  file: z.string(),
  line: z.int(),
})
const Change = z.object({
  commit: z.string(),
  at: z.number(),
  author: z.string(),
  title: z.string(),
  names: z.array(Name).readonly(),
  pages: z.array(Page).readonly(),
  verdict: z.enum(['stopped', 'documented', 'proposed']),
  own: z.array(z.string()).readonly(),
})
const ReplayShape = z.object({
  since: z.number(),
  changes: z.int(),
  stopped: z.int(),
  documented: z.object({ changes: z.int(), pages: z.int(), found: z.int(), stopped: z.int() }),
  proposals: z.array(z.object({ at: z.number(), changes: z.array(Change).readonly() })).readonly(),
})

/** Pages of a change that people are shown: `--json` has all. */
const SHOWN_PAGES = 4
const SHOWN_NAMES = 6

export const replayCommand = defineLocalCommand({
  description: 'Show which pull requests Docent would have proposed for past changes, without opening any',
  args: {
    since: {
      type: 'string',
      default: '30d',
      valueHint: 'time',
      description: 'Since when: 30d, 4w, or a date such as 2026-01-31',
    },
    ...PLACE_ARGS,
  },
  example: 'watch replay --since 30d --docs docs',
  json: ReplayShape,
  hasProgress: true,
  async run({ args, out, folder }) {
    const { replay } = await import('../replay/replay.ts')
    const since = sinceTime(args.since, Date.now())
    const result = await inPlace(args, folder, ({ repository, commit, files }) =>
      replay({
        repository,
        from: commit,
        files,
        since,
        onProgress: (done, total) => out.progress({ label: 'reading changes', done, total, msLeft: null }),
      }),
    )
    out.progress(null)
    return { ...result, since }
  },
  show({ since, changes, stopped, documented, proposals }, out) {
    if (changes === 0) return out.line(`No code changed since ${dayOf(since)}.`)
    const proposed = proposals.reduce((sum, { changes: own }) => sum + own.length, 0)
    out.line(`${count(changes, 'change')} of code: ${stopped} without effect, which would have cost nothing.`)
    if (documented.changes > 0)
      out.line(
        `${count(documented.changes, 'change')} came with pages. Of those ${count(documented.pages, 'page')}, ${documented.found} are among the candidates.`,
      )
    if (proposed === 0) return out.line('Docent would have proposed nothing.')
    out.line(
      `${count(proposed, 'change')} came without pages and would have been proposed, in ${count(proposals.length, 'pull request')}:`,
    )
    for (const { at, changes: own } of proposals) {
      out.line('')
      out.line(`${dayOf(at)}: ${count(own.length, 'change')}`)
      for (const change of own) showChange(change, out)
    }
  },
})

function showChange({ commit, title, names, pages }: z.input<typeof Change>, out: CommandOutput): void {
  out.line(`  ${commit.slice(0, 9)} ${title.slice(0, 100)}`)
  for (const { name, change, file, line } of names.slice(0, SHOWN_NAMES))
    out.line(`    ${change} ${name}  ${file}:${line}`)
  for (const page of pages.slice(0, SHOWN_PAGES)) {
    const [first] = page.signals
    const why = page.names.length > 0 ? `has ${page.names.slice(0, 4).join(', ')}` : first && REASONS[first]
    out.line(`    → ${page.path}${why === undefined ? '' : `  ${why}`}`)
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
