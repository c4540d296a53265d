import { Models } from '@docent/core'
import { type Docent, type Logger, ProjectStore } from '@docent/core/plugin'

/** Projects that the log names one by one. */
const MOST = 20

/** Says at the start which projects have no model: a question or a job would be the first to tell. */
export async function warnOfModels(docent: Docent, logger: Logger): Promise<void> {
  const models = docent.resolve(Models)
  let count = 0
  for (const project of await docent.resolve(ProjectStore).list()) {
    if (project.disabled) continue
    const problems = ['assistant', 'agent'].map((role) => models.problem(project, role))
    const [assistant, agent] = problems
    if (assistant === undefined && agent === undefined) continue
    count += 1
    if (count > MOST) continue
    const what = assistant === undefined ? 'jobs' : agent === undefined ? 'questions' : 'questions and jobs'
    const reason = (assistant ?? agent)?.message
    logger.warn(
      { projectId: project.id, reason },
      `this project has no model: its ${what} fail until it has one`,
    )
  }
  if (count > MOST)
    logger.warn({ count: count - MOST }, 'more projects have no model: "docent doctor" names them')
}
