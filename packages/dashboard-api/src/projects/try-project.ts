import { TrySource, toProject } from '@docent/core'
import { DocentError, defined, json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { TrialObject } from '../index-reports/trial-object.ts'
import { configOf, ProjectDraft } from './project-draft.ts'
import { modelsOf, UsedModelObject } from './project-views.ts'

export const tryProject = defineApiOperation({
  id: 'tryProject',
  summary: 'Try to read the documentation of a project before you add it',
  description: 'Reads the repository or website once, and stores nothing.',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'project.try',
  body: ProjectDraft,
  reply: {
    status: 200,
    description: 'What Docent found.',
    content: {
      'application/json': TrialObject.extend({
        models: z
          .object({ assistant: UsedModelObject, agent: UsedModelObject })
          .describe('What the project would use with the models of the draft.'),
      }),
    },
  },
  async handle({ body, organizationId, services, signal, note }) {
    const project = toProject(configOf(body, organizationId), 'store', services.clock.now())
    note.about(project.repository ?? project.source?.url ?? project.id)
    const found = await services.docent.resolve(TrySource).try(project, { signal }).catch(refuseDraft)
    const { assistant, agent } = modelsOf(services, project)
    return json({ ...found, models: { assistant, agent } })
  },
})

/**
 * What a source says of one setting is about a field of the draft. A configuration that keeps it from being read, such as
 * one without private addresses, is known to those who may add projects.
 */
function refuseDraft(error: unknown): never {
  if (DocentError.is(error, 'configuration'))
    throw new DocentError('invalid_request', error.message, {
      ...defined({ issues: error.issues }),
      cause: error,
    })
  if (DocentError.is(error, 'git_host_misconfigured') && error.issues !== undefined) {
    const { issues } = error
    const message = issues.map((issue) => `${issue.path}: ${issue.message}.`).join(' ')
    throw new DocentError('invalid_request', message, { issues, cause: error })
  }
  throw error
}
