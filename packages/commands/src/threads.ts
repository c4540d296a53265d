import { projectNamed } from '@docent/command-line'
import { forgetVisitor } from '@docent/core'
import { type CommandGroup, defineCommand, ReadingStore, ThreadStore } from '@docent/core/plugin'
import { z } from 'zod'

const forget = defineCommand({
  description: 'Delete the data of one visitor',
  args: {
    fp: { type: 'string', required: true, description: 'Fingerprint of the visitor' },
    project: { type: 'string', alias: 'p', description: 'ID of the project; default: the only one' },
  },
  example: 'threads forget --fp user-42',
  json: z.object({ deleted: z.number() }),
  async work({ docent, args, signal }) {
    const project = await projectNamed(docent, args.project)
    const ports = { threads: docent.resolve(ThreadStore), readings: docent.resolve(ReadingStore) }
    return forgetVisitor(ports, project, args.fp, { signal })
  },
  show: ({ deleted }, out) =>
    out.line(
      deleted === 0
        ? 'There are no conversations of this visitor.'
        : `Deleted ${deleted} ${deleted === 1 ? 'conversation' : 'conversations'}.`,
    ),
})

export const command: CommandGroup = { description: 'Delete the data of visitors', commands: { forget } }
