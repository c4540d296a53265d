import { DocentError, type Project } from '@docent/core/plugin'
import type { ApiCall } from '@docent/http'
import { V2AssistantBody } from '@docent/http'
import { z } from 'zod'

/** As readers ask, with another model on trial. */
export const PlaygroundBody = V2AssistantBody.extend({
  model: z
    .string()
    .min(3)
    .max(200)
    .optional()
    .describe('`provider:model` that answers instead of that of the project. Needs the permission `edit`.')
    .meta({ examples: ['offline:docent'] }),
})

/**
 * The project as the trial has it. Its spend cap counts as always.
 * @throws DocentError `forbidden` for those who may only look: another model may cost more.
 */
export function projectOnTrial({
  body,
  project,
  permissions,
}: Pick<ApiCall, 'project' | 'permissions'> & { body: z.output<typeof PlaygroundBody> }): Project {
  const { model } = body
  if (model === undefined) return project
  if (!permissions.includes('edit'))
    throw new DocentError('forbidden', 'Viewers cannot choose a model. Ask an owner for the role editor.')
  return { ...project, models: { ...project.models, assistant: model } }
}
