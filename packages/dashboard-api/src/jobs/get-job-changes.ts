import { jobId, ReadJobChanges } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'

/** Characters of a diff that a browser draws quickly. */
const MOST = 1_000_000

export const getJobChanges = defineApiOperation({
  id: 'getJobChanges',
  summary: 'Get the changes of a job so far',
  description:
    'Compares with the commit that the branch started from. Works during the job and after it publishes.',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'The files and their unified diff.',
    content: {
      'application/json': z.object({
        files: z.array(
          z.object({
            path: z.string(),
            change: z.enum(['added', 'modified', 'deleted', 'renamed']),
            from: z.string().optional(),
            added: z.int(),
            removed: z.int(),
          }),
        ),
        diff: z.string(),
        isCut: z.boolean().describe('The diff was too long, and ends at a whole file.'),
      }),
    },
  },
  async handle({ params, project, services, signal }) {
    const changes = services.docent.resolve(ReadJobChanges)
    const { files, diff } = await changes.read(project, jobId(params.id ?? ''), { signal })
    return json({ files, ...shortened(diff) })
  },
})

/** A diff that ends within a file cannot be read. */
function shortened(diff: string): { diff: string; isCut: boolean } {
  if (diff.length <= MOST) return { diff, isCut: false }
  const end = diff.lastIndexOf('\ndiff --git ', MOST)
  return { diff: end === -1 ? '' : diff.slice(0, end + 1), isCut: true }
}
