import { parseArgs } from 'node:util'
import { evaluationTable } from '@docent/server'
import { evaluateClone } from './answers/evaluate-clone.ts'

/**
 * What the offline model answers from documentation that nobody tuned for it: every question as a row of a Markdown
 * table. The files of questions beside this one name the repositories they are about, such as
 *
 * git clone https://github.com/drizzle-team/drizzle-orm-docs /tmp/drizzle
 * node apps/bench/run.mjs answers --repository /tmp/drizzle --docs-path src/content/docs \
 *   --site-url https://orm.drizzle.team/docs --questions apps/bench/src/answers/drizzle-questions.jsonl
 */
const { values } = parseArgs({
  options: {
    repository: { type: 'string' },
    branch: { type: 'string', default: 'main' },
    'docs-path': { type: 'string', default: '' },
    'site-url': { type: 'string' },
    questions: { type: 'string' },
    name: { type: 'string' },
    text: { type: 'boolean', default: false },
  },
})
const { repository, branch, questions, text } = values
if (repository === undefined || questions === undefined) throw new Error('Give --repository and --questions.')
const report = await evaluateClone({
  repository,
  branch,
  docsPath: values['docs-path'],
  siteUrl: values['site-url'],
  questions,
  name: values.name,
})
console.log(evaluationTable([{ name: 'offline', report }]))
if (text)
  for (const each of report.questions) console.log(`\n## ${each.question}\n\n${each.answer?.text ?? ''}`)
