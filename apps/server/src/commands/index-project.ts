import {
  DocentError,
  type IndexProgress,
  IndexProject,
  type IndexSummary,
  type Project,
  ProjectStore,
} from '@docent/core'
import { defineCommand } from 'citty'
import { projectNamed } from './find-project.ts'
import { printJson } from './output.ts'
import { progressLine } from './progress-line.ts'
import { withDocent } from './with-docent.ts'

export const command = defineCommand({
  meta: { name: 'index', description: 'Bring the search index up to date' },
  args: {
    project: { type: 'positional', required: false, description: 'Id of the project; default: all of them' },
    force: { type: 'boolean', default: false, description: 'Every page, changed or not' },
    json: { type: 'boolean', default: false, description: 'Print JSON' },
  },
  run: ({ args }) =>
    withDocent(async (docent, signal) => {
      const projects =
        args.project === undefined
          ? (await docent.resolve(ProjectStore).list()).filter((project) => !project.disabled)
          : [await projectNamed(docent, args.project)]
      const results = []
      for (const project of projects) {
        try {
          const summary = await docent.resolve(IndexProject).run(project, {
            signal,
            force: args.force,
            ...(args.json || !process.stderr.isTTY
              ? {}
              : { onProgress: (progress) => showProgress(project, progress) }),
          })
          results.push({ project: project.id, ...summary })
          if (!args.json) printSummary(project, summary)
        } catch (error) {
          // One project's failure is its own: the others are indexed all the same.
          if (projects.length === 1 || signal.aborted || !DocentError.is(error)) throw error
          results.push({ project: project.id, error: error.message })
          console.error(`${project.id}: ${error.message}`)
          process.exitCode = 1
        }
      }
      if (args.json) printJson(results)
      else if (projects.length === 0)
        console.log('There is no project yet. Add one with "docent projects add".')
    }),
})

function printSummary(project: Project, summary: IndexSummary): void {
  const { pages, passages, changed, removed, ms, problems } = summary
  console.log(
    `${project.id}: ${pages} pages, ${passages} passages (${changed} changed, ${removed} removed) in ${ms} ms`,
  )
  for (const { file, line, message } of problems)
    console.log(`  ${file}${line > 0 ? `:${line}` : ''}: ${message}`)
}

function showProgress(project: Project, progress: IndexProgress): void {
  const isOver = progress.phase === 'done' || progress.phase === 'failed'
  process.stderr.write(`\r\u001b[K${isOver ? '' : progressLine(project.id, progress, Date.now())}`)
}
