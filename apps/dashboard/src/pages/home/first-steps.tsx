import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Cpu, FolderPlus, GitPullRequest, MessageCircle, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCreateJob } from '../../api/jobs.ts'
import { keysQuery } from '../../api/organization.ts'
import type { Overview } from '../../api/reports.ts'
import { organizationPath } from '../../shell/paths.ts'
import { useCan } from '../../shell/session-context.ts'
import { useCurrentProject, useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'

/** What the demo can do without a model that costs anything. */
const DEMO_QUESTION = 'How do I connect GitHub?'
const DEMO_PROMPT = 'Set the title of index.mdx to "Welcome".'

/** What a new project can do next. A step that was taken goes; the others stay. */
export default function FirstSteps({ overview: { attention, days, before } }: { overview: Overview }) {
  const project = useProject()
  const { organization, projects } = useCurrentProject()
  const navigate = useNavigate()
  const create = useCreateJob(project.id)
  const canEdit = useCan('edit')
  const canManage = useCan('manage')
  const isDemo = project.origin === 'demo'
  const keys = useQuery({ ...keysQuery(organization), enabled: canManage && !isDemo })
  const happened = (key: 'answers' | 'jobs') => days.some((day) => day[key] > 0) || before[key] > 0
  const ask = () =>
    void navigate({
      to: project.path('assistant'),
      ...(isDemo ? { state: { question: DEMO_QUESTION } } : {}),
    })
  const change = () => {
    if (!isDemo) return void navigate({ to: project.path('jobs'), search: { new: true } })
    create.mutate(
      { prompt: DEMO_PROMPT, asDraft: false },
      { onSuccess: ({ id }) => void navigate({ to: project.path(`jobs/${id}`) }) },
    )
  }
  const lacks = (kind: 'model' | 'git-host', role?: string) =>
    attention.some((one) => one.kind === kind && (role === undefined || one.id === role))
  const hasModel = !lacks('model', 'assistant')
  const isOnSite = keys.data?.some(
    ({ kind, revokedAt, projectIds }) =>
      kind === 'assistant' && revokedAt === null && projectIds.includes(project.id),
  )
  const steps: ReactNode[] = [
    !hasModel && canManage && (
      <Step
        key="model"
        icon={<Cpu size={20} aria-hidden />}
        title="Choose a model"
        action={
          <Button kind="primary" onPress={() => void navigate({ to: project.path('project') })}>
            Open the settings
          </Button>
        }
      >
        No model answers yet. Enter the key of a provider, or use the offline model, which quotes your pages.
      </Step>
    ),
    hasModel && !happened('answers') && (
      <Step
        key="ask"
        icon={<Sparkles size={20} aria-hidden />}
        title="Ask a question"
        action={
          <Button kind="primary" onPress={ask}>
            {isDemo ? 'Ask how to connect GitHub' : 'Open the assistant'}
          </Button>
        }
      >
        {isDemo
          ? 'The demo answers from Docent’s own documentation, with its sources.'
          : 'See what the assistant answers from your documentation, and why.'}
      </Step>
    ),
    canEdit &&
      project.repository !== null &&
      !lacks('git-host') &&
      !lacks('model', 'agent') &&
      !happened('jobs') && (
        <Step
          key="change"
          icon={<GitPullRequest size={20} aria-hidden />}
          title="Open a pull request"
          action={
            <Button kind="primary" isPending={create.isPending} onPress={change}>
              {isDemo ? 'Change the title' : 'Describe a change'}
            </Button>
          }
        >
          {isDemo
            ? 'The agent changes the title of the first page, and you see each of its steps.'
            : 'Describe a change to the documentation. The agent makes it.'}
        </Step>
      ),
    canManage && isDemo && projects.every(({ origin }) => origin === 'demo') && (
      <Step
        key="add"
        icon={<FolderPlus size={20} aria-hidden />}
        title="Add your documentation"
        action={
          <Button onPress={() => void navigate({ to: organizationPath(organization, 'projects/new') })}>
            Add a project
          </Button>
        }
      >
        A repository or a website, in three steps that test what you enter.
      </Step>
    ),
    hasModel && isOnSite === false && (
      <Step
        key="site"
        icon={<MessageCircle size={20} aria-hidden />}
        title="Put the assistant on your site"
        action={
          <Button
            onPress={() =>
              void navigate({
                to: organizationPath(organization, 'api-keys'),
                search: { new: true, project: project.id },
              })
            }
          >
            Create its key
          </Button>
        }
      >
        Create an assistant key. Docent shows two lines to paste into your pages.
      </Step>
    ),
  ].filter((step) => step !== false)
  return (
    steps.length > 0 && (
      <section className="first-steps" aria-label="First steps">
        {steps}
      </section>
    )
  )
}

interface StepProps {
  icon: ReactNode
  title: string
  children: ReactNode
  action: ReactNode
}

function Step({ icon, title, children, action }: StepProps) {
  return (
    <div className="card first-step">
      {icon}
      <h2>{title}</h2>
      <p className="quiet small">{children}</p>
      {action}
    </div>
  )
}
