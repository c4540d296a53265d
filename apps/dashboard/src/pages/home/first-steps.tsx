import { useNavigate } from '@tanstack/react-router'
import { FolderPlus, GitPullRequest, Sparkles } from 'lucide-react'
import { useCreateJob } from '../../api/jobs.ts'
import { organizationPath } from '../../shell/paths.ts'
import { useCan } from '../../shell/session-context.ts'
import { useCurrentProject, useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'

/** What the demo can do without a model that costs anything. */
const DEMO_QUESTION = 'How do I connect GitHub?'
const DEMO_PROMPT = 'Set the title of index.mdx to "Welcome".'

/** A project in which nothing has happened yet. */
export default function FirstSteps() {
  const project = useProject()
  const { organization } = useCurrentProject()
  const navigate = useNavigate()
  const create = useCreateJob(project.id)
  const canEdit = useCan('edit')
  const canManage = useCan('manage')
  const isDemo = project.origin === 'demo'
  const ask = () =>
    void navigate({ to: project.path('assistant'), ...(isDemo ? { search: { ask: DEMO_QUESTION } } : {}) })
  const change = () => {
    if (!isDemo) return void navigate({ to: project.path('jobs'), search: { new: true } })
    create.mutate(
      { prompt: DEMO_PROMPT, asDraft: false },
      { onSuccess: ({ id }) => void navigate({ to: project.path(`jobs/${id}`) }) },
    )
  }
  return (
    <section className="first-steps" aria-label="First steps">
      <div className="card first-step">
        <Sparkles size={20} aria-hidden />
        <h2>Ask a question</h2>
        <p className="quiet small">
          {isDemo
            ? 'The demo answers from Docent’s own documentation, with its sources.'
            : 'See what the assistant answers from your documentation, and why.'}
        </p>
        <Button kind="primary" onPress={ask}>
          {isDemo ? 'Ask how to connect GitHub' : 'Open the assistant'}
        </Button>
      </div>
      {canEdit && project.repository !== null && (
        <div className="card first-step">
          <GitPullRequest size={20} aria-hidden />
          <h2>Open a pull request</h2>
          <p className="quiet small">
            {isDemo
              ? 'The agent changes the title of the first page, and you see each of its steps.'
              : 'Describe a change to the documentation. The agent makes it.'}
          </p>
          <Button kind="primary" isPending={create.isPending} onPress={change}>
            {isDemo ? 'Change the title' : 'Describe a change'}
          </Button>
        </div>
      )}
      {canManage && (
        <div className="card first-step">
          <FolderPlus size={20} aria-hidden />
          <h2>Add your documentation</h2>
          <p className="quiet small">A repository or a website, in three steps that test what you enter.</p>
          <Button onPress={() => void navigate({ to: organizationPath(organization, 'projects/new') })}>
            Add a project
          </Button>
        </div>
      )}
    </section>
  )
}
