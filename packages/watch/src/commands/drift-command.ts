import { DocentError, defineLocalCommand } from '@docent/core/plugin'
import { z } from 'zod'
import { inPlace, PLACE_ARGS } from './local-place.ts'

const DriftShape = z.object({
  pages: z.int(),
  names: z.int(),
  allowed: z.int(),
  stale: z.array(
    z.object({
      page: z.string(),
      line: z.int(),
      name: z.string(),
      file: z.string(),
      removed: z.object({ commit: z.string(), at: z.number(), title: z.string() }).optional(),
    }),
  ),
})

export const driftCommand = defineLocalCommand({
  description: 'Find names in the documentation that the code no longer has',
  args: {
    ...PLACE_ARGS,
    allow: { type: 'string', default: '0', description: 'Stale names up to which the command succeeds' },
  },
  example: 'drift --docs docs --allow 5',
  json: DriftShape,
  hasProgress: true,
  exitCodes: { 1: 'There are more stale names than `--allow`, or the command failed.' },
  async run({ args, out, folder }) {
    const allowed = Number(args.allow)
    if (!Number.isInteger(allowed) || allowed < 0)
      throw new DocentError('invalid_request', `--allow: "${args.allow}" is not a whole number from 0.`)
    const { findDrift } = await import('../drift/find-drift.ts')
    const report = await inPlace(args, folder, ({ repository, commit, files: { isPage, isCode } }) =>
      findDrift({
        docs: { repository, commit },
        code: { repository, commit },
        isPage,
        isCode,
        onProgress: (done, total) => out.progress({ label: 'reading pages', done, total, msLeft: null }),
      }),
    )
    out.progress(null)
    return { ...report, allowed, stale: [...report.stale] }
  },
  exitCode: ({ stale, allowed }) => (stale.length > allowed ? 1 : 0),
  show({ pages, names, stale, allowed }, out) {
    const read = `${pages} pages have ${names} names that code can prove.`
    out.line(
      `${read} The code ${stale.length === 0 ? 'has lost none' : `no longer has ${stale.length}`} of them.`,
    )
    if (stale.length === 0) return
    out.line('')
    out.table(
      ['PAGE', 'NAME', 'LAST IN', 'REMOVED BY'],
      stale.map(({ page, line, name, file, removed }) => [
        `${page}:${line}`,
        name,
        file,
        removed ? `${removed.commit.slice(0, 9)} ${removed.title.slice(0, 60)}` : '',
      ]),
    )
    out.line('')
    out.line(
      stale.length > allowed
        ? 'Correct the pages, or write "drift-ignore" in a comment on the line or the line above it.'
        : `Up to ${allowed} are allowed.`,
    )
  },
})
