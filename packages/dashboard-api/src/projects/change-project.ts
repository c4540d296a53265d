import { ChangeProject, ChannelsConfig, GROUNDING_MODES, monthlySpend, SupportConfig } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation, explainCap } from '@docent/http'
import { z } from 'zod'
import { ContextRepositories, changedConfig } from './project-draft.ts'
import { ProjectDetailObject, projectDetail } from './project-views.ts'

const model = z.string().max(200).nullable().optional()

export const changeProject = defineApiOperation({
  id: 'changeProject',
  summary: 'Change the settings of a project',
  description: 'To remove a setting, send null. If the project is in docent.config.ts, the reply is 409.',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'project.change',
  body: z.object({
    name: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ examples: ['Handbook'] }),
    branch: z.string().max(250).nullable().optional(),
    docsPath: z.string().max(500).optional(),
    siteUrl: z.string().max(1_000).nullable().optional(),
    site: z
      .union([z.enum(['members', 'public']), z.literal(false)])
      .nullable()
      .optional()
      .describe('The readers of the pages under `/site`. False: nobody.'),
    models: z
      .object({ assistant: model, agent: model, embedding: model, rerank: model })
      .optional()
      .describe('Models by role, each `provider:model`.'),
    spendUsdPerMonth: monthlySpend.nullable().optional(),
    assistant: z
      .object({
        grounding: z
          .enum(GROUNDING_MODES)
          .nullable()
          .optional()
          .describe('What happens to names in answers that the documentation does not have.'),
      })
      .optional()
      .describe('The assistant of the project.'),
    channels: ChannelsConfig.unwrap().nullable().optional().describe('Where people ask and Docent answers.'),
    support: SupportConfig.unwrap().nullable().optional().describe('How readers reach a person.'),
    agent: z
      .object({
        contexts: ContextRepositories.nullable().optional(),
      })
      .optional()
      .describe('The agent of the project.'),
  }),
  reply: {
    status: 200,
    description: 'The project as it is now.',
    content: { 'application/json': ProjectDetailObject },
  },
  async handle({ body, project, services, signal, note }) {
    const change = services.docent.resolve(ChangeProject)
    const changed = await explainCap(change.change(project, changedConfig(project, body), { signal }))
    services.findProject.forget()
    note.about(project.id, { fields: Object.keys(body).join(', ') })
    services.indexRequests.ask(changed)
    return json(await projectDetail(services, changed, signal))
  },
})
