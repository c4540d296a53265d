import { Models } from '@docent/core'
import { type Docent, ProjectStore } from '@docent/core/plugin'

/** What to print at the start for projects that nothing can answer: otherwise the first question says so. */
export async function missingModels(docent: Docent): Promise<string[]> {
  const models = docent.resolve(Models)
  const projects = await docent.resolve(ProjectStore).list()
  return projects.flatMap((project) => {
    const problem = models.problem(project, 'assistant')
    return problem === undefined ? [] : `${project.id} cannot answer questions yet. ${problem.message}`
  })
}
