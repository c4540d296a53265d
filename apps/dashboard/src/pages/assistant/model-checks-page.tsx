import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Gauge } from 'lucide-react'
import { modelChecksQuery } from '../../api/model-checks.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Empty } from '../../ui/states.tsx'
import { ModelCardView } from './model-card.tsx'

/** Whether the models of a project are good enough, as they were last checked. */
export function ModelChecksPage() {
  const project = useProject()
  const query = useQuery(modelChecksQuery(project.id))
  const command = `docent models check PROVIDER:MODEL --project ${project.id}`
  return (
    <Page
      title="Model checks"
      lead="Whether a model is good enough for the assistant and the agent, and the settings that make the best of it."
      above={
        <AppLink href={project.path('assistant/evaluation')} className="above">
          <ArrowLeft size={14} aria-hidden />
          Evaluation set
        </AppLink>
      }
    >
      <QueryView query={query}>
        {(cards) => (
          <div className="stack loose">
            {cards.length === 0 && (
              <Empty icon={<Gauge size={28} aria-hidden />} title="No model was checked yet">
                Run the command below where the server has its configuration. It takes a few minutes, and its
                card appears here.
              </Empty>
            )}
            {cards.map((card) => (
              <ModelCardView key={card.model} card={card} />
            ))}
            <section aria-labelledby="check-model" className="stack tight">
              <h2 id="check-model">Check a model</h2>
              <CopyCode label="command" text={command} />
            </section>
          </div>
        )}
      </QueryView>
    </Page>
  )
}
