import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { parseEvaluation } from '@docent/core'
import { evaluationTable } from '@docent/server'
import { evaluateClone } from './answers/evaluate-clone.ts'
import { type Outcome, outcomeOf, outcomesLine } from './answers/outcomes.ts'

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
const asked = parseEvaluation(await readFile(questions, 'utf8'))
const outcomes = report.questions.flatMap((each, index): Outcome[] => {
  const question = asked[index]
  return question === undefined ? [] : [outcomeOf(question, each)]
})
console.log(`\n${outcomesLine(outcomes)}`)
if (text)
  for (const each of report.questions) console.log(`\n## ${each.question}\n\n${each.answer?.text ?? ''}`)
