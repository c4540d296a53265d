import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Judged, runWeek } from './week/run-week.ts'
import { weekPosts } from './week/week-posts.ts'

/**
 * A week of posts in a public forum, answered by the offline model under the rules of silence, and judged:
 *
 * git clone https://github.com/pnpm/pnpm.io /tmp/pnpm
 * git clone https://github.com/fastify/fastify /tmp/fastify
 * node apps/bench/run.mjs week --pnpm /tmp/pnpm --fastify /tmp/fastify --half seen --text
 */
const { values } = parseArgs({
  options: {
    pnpm: { type: 'string' },
    fastify: { type: 'string' },
    branch: { type: 'string', default: 'main' },
    half: { type: 'string', default: 'seen' },
    text: { type: 'boolean', default: false },
  },
})
const { pnpm, fastify, branch } = values
if (pnpm === undefined || fastify === undefined) throw new Error('Give --pnpm and --fastify.')
const halves =
  values.half === 'all' ? (['seen', 'unseen'] as const) : ([values.half as 'seen' | 'unseen'] as const)
const projectOf = (id: 'pnpm' | 'fastify', repository: string) => ({
  ...{ id, repository: resolve(repository), branch },
  posts: halves.flatMap((half) => weekPosts(id, half)),
})
const judged = await runWeek([projectOf('pnpm', pnpm), projectOf('fastify', fastify)])

const VERDICTS = ['answered rightly', 'answered wrongly', 'silent rightly', 'silent wrongly'] as const
const count = (some: readonly Judged[], verdict: Judged['verdict']) =>
  some.filter((each) => each.verdict === verdict).length
console.log(`| Kind | Posts | ${VERDICTS.join(' | ')} |\n|${' --- |'.repeat(VERDICTS.length + 2)}`)
for (const kind of new Set(judged.map(({ post }) => post.kind))) {
  const some = judged.filter(({ post }) => post.kind === kind)
  console.log(`| ${kind} | ${some.length} | ${VERDICTS.map((verdict) => count(some, verdict)).join(' | ')} |`)
}
const answerable = judged.filter(({ post }) => post.right !== undefined)
const share = (part: number, of: number) => `${((100 * part) / of).toFixed(1)}%`
console.log(
  `\nOf ${judged.length} posts, ${share(count(judged, 'answered wrongly'), judged.length)} were answered wrongly. Of ${answerable.length} answerable ones, ${share(count(answerable, 'answered rightly'), answerable.length)} were answered rightly.`,
)
if (values.text)
  for (const { project, post, answer, verdict } of judged)
    if (verdict.endsWith('wrongly'))
      console.log(
        `\n## ${verdict}: ${project}, ${post.kind}\n\n${post.text.slice(0, 300)}\n\n> ${answer?.slice(0, 700).replaceAll('\n', '\n> ') ?? 'silence'}`,
      )
