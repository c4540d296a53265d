import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import { useState } from 'react'
import { isMeasuring, measurementQuery } from '../../api/measurements.ts'
import { modelChecksQuery } from '../../api/model-checks.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Empty } from '../../ui/states.tsx'
import { CheckModelDialog } from './measurement/check-model-dialog.tsx'
import { MeasurementProgress } from './measurement/measurement-progress.tsx'
import { ModelCardView } from './model-card.tsx'

/** Whether the models of a project are good enough, as they were last checked. */
export function ModelChecksPage() {
  const project = useProject()
  const query = useQuery(modelChecksQuery(project.id))
  const measurement = useQuery(measurementQuery(project.id))
  const canEdit = useCan('edit')
  const [isStarting, setIsStarting] = useState(false)
  const command = `docent models check PROVIDER:MODEL --project ${project.id}`
  return (
    <Page
      title="Model checks"
      lead="Find out whether a model is good enough for the assistant and the agent, and which settings suit it."
      above={<BackLink href={project.path('assistant/evaluation')}>Evaluation set</BackLink>}
      actions={
        canEdit && (
          <Button
            kind="primary"
            isDisabled={isMeasuring(measurement.data)}
            onPress={() => setIsStarting(true)}
          >
            <Gauge size={14} aria-hidden />
            Check a model
          </Button>
        )
      }
    >
      <QueryView query={query}>
        {(cards) => (
          <div className="stack loose">
            <MeasurementProgress project={project.id} kind="model-check" result="model-checks" />
            {cards.length === 0 && !isMeasuring(measurement.data) && (
              <Empty icon={<Gauge size={28} aria-hidden />} title="No models checked yet">
                Check a model here, or run the command below in the folder with the configuration of the
                server. The check takes a few minutes, and its result appears on this page.
              </Empty>
            )}
            {cards.map((card) => (
              <ModelCardView key={card.model} card={card} />
            ))}
            <section aria-labelledby="check-model" className="stack tight">
              <h2 id="check-model">Check from the command line</h2>
              <CopyCode label="command" text={command} />
            </section>
          </div>
        )}
      </QueryView>
      {isStarting && <CheckModelDialog onClose={() => setIsStarting(false)} />}
    </Page>
  )
}
