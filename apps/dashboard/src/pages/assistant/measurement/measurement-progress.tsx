import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  isMeasuring,
  type Measurement,
  measurementQuery,
  useCancelMeasurement,
} from '../../../api/measurements.ts'
import { useCan } from '../../../shell/session-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { Note } from '../../../ui/states.tsx'
import { say } from '../../../ui/toast.tsx'

interface MeasurementProgressProps {
  project: string
  kind: Measurement['request']['kind']
  /** Key of the query that shows the result. */
  result: string
}

/** How far the measurement of this kind is, and why the last one failed. Says when the result is there. */
export function MeasurementProgress({ project, kind, result }: MeasurementProgressProps) {
  const { data } = useQuery(measurementQuery(project))
  const queries = useQueryClient()
  const running = useRef<string>(undefined)
  const shown = data?.request.kind === kind ? data : undefined
  useEffect(() => {
    if (!shown) return
    if (isMeasuring(shown)) running.current = shown.id
    else if (running.current === shown.id) {
      running.current = undefined
      if (shown.status === 'completed') say('The result is ready.')
      if (shown.status === 'cancelled') say('The measurement was cancelled.')
      queries.invalidateQueries({ queryKey: [result, project] })
    }
  }, [shown, queries, result, project])
  if (shown === undefined) return null
  if (shown.status === 'failed')
    return <Note kind="danger">{shown.message ?? 'The measurement failed.'}</Note>
  return isMeasuring(shown) ? <Running project={project} measurement={shown} /> : null
}

function Running({ project, measurement }: { project: string; measurement: Measurement }) {
  const { done, of } = measurement
  const cancel = useCancelMeasurement(project)
  const canEdit = useCan('edit')
  const title = titleOf(measurement)
  return (
    <section className="card" aria-label={title}>
      <div className="inside stack tight">
        <div className="row spread">
          <span className="strong">{title}</span>
          {canEdit && (
            <Button
              isPending={cancel.isPending}
              isDisabled={measurement.step === 'stopping'}
              onPress={() => cancel.mutate()}
            >
              Cancel
            </Button>
          )}
        </div>
        <Meter value={of === 0 ? 0 : done / of} label={title} />
        <span className="quiet small" role="status">
          {stepText(measurement)}
        </span>
      </div>
    </section>
  )
}

const STEPS: Readonly<Record<string, string>> = {
  waiting: 'Waiting for its turn',
  stopping: 'Stopping',
  search: 'Searching',
  answers: 'Answering',
  protocol: 'Checking the protocol',
  context: 'Measuring the context window',
  agent: 'Doing the tasks of the agent',
}

function stepText({ step, done, of }: Measurement): string {
  const text = STEPS[step] ?? step
  return of === 0 ? text : `${text}: ${done} of ${of}`
}

function titleOf({ request }: Measurement): string {
  if (request.kind === 'model-check') return `Checking ${request.model}`
  return request.model === undefined
    ? 'Running the evaluation'
    : `Running the evaluation with ${request.model}`
}
