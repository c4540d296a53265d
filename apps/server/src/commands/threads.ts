import { ForgetVisitor } from '@docent/core'
import { defineCommand } from 'citty'
import { projectNamed } from './find-project.ts'
import { printJson } from './output.ts'
import { withDocent } from './with-docent.ts'

const forget = defineCommand({
  meta: { name: 'forget', description: 'Delete all conversations of one visitor' },
  args: {
    fp: { type: 'string', required: true, description: 'Fingerprint of the visitor' },
    project: { type: 'string', alias: 'p', description: 'Id of the project; default: the only one' },
    json: { type: 'boolean', default: false, description: 'Print JSON' },
  },
  run: ({ args }) =>
    withDocent(async (docent, signal) => {
      const project = await projectNamed(docent, args.project)
      const result = await docent.resolve(ForgetVisitor).forget(project, args.fp, { signal })
      if (args.json) return printJson(result)
      const { deleted } = result
      console.log(
        deleted === 0
          ? 'There was no conversation of this visitor.'
          : `Deleted ${deleted} ${deleted === 1 ? 'conversation' : 'conversations'}.`,
      )
    }),
})

export const command = defineCommand({
  meta: { name: 'threads', description: 'Delete conversations' },
  subCommands: { forget },
})
