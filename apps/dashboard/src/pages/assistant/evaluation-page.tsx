import { useQuery } from '@tanstack/react-query'
import { Download, Gauge, ListChecks, Play } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { evaluationQuery, type SavedQuestion, useRemoveQuestion } from '../../api/evaluation.ts'
import { isMeasuring, measurementQuery } from '../../api/measurements.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { Time } from '../../ui/time.tsx'
import { EvaluationResults } from './evaluation-results.tsx'
import { MeasurementProgress } from './measurement/measurement-progress.tsx'

const RunEvaluationDialog = lazy(async () => ({
  default: (await import('./measurement/run-evaluation-dialog.tsx')).RunEvaluationDialog,
}))

/** The questions by which people measure the assistant of a project. */
export function EvaluationPage() {
  const project = useProject()
  const query = useQuery(evaluationQuery(project.id))
  const canEdit = useCan('edit')
  const remove = useRemoveQuestion(project.id)
  const file = `${project.domain}-questions.jsonl`
  const questions = query.data ?? []
  const measurement = useQuery(measurementQuery(project.id))
  const [isStarting, setIsStarting] = useState(false)
  const [removed, setRemoved] = useState<SavedQuestion>()
  return (
    <Page
      title="Evaluation set"
      lead="Questions with the properties of a good answer. Use them to find out whether other models or pages improve the answers."
      above={<BackLink href={project.path('assistant')}>Assistant</BackLink>}
      actions={
        <>
          <AppLink href={project.path('assistant/models')} className="button">
            <Gauge size={14} aria-hidden />
            Model checks
          </AppLink>
          {questions.length > 0 && (
            <Button onPress={() => saveFile(file, 'application/jsonl', questions.map(lineOf).join(''))}>
              <Download size={14} aria-hidden />
              Download
            </Button>
          )}
          {canEdit && questions.length > 0 && (
            <Button
              kind="primary"
              isDisabled={isMeasuring(measurement.data)}
              onPress={() => setIsStarting(true)}
            >
              <Play size={14} aria-hidden />
              Run evaluation
            </Button>
          )}
        </>
      }
      isWide
    >
      <QueryView query={query}>
        {(saved) =>
          saved.length === 0 ? (
            <div className="stack loose">
              <Empty
                icon={<ListChecks size={28} aria-hidden />}
                title="No questions yet"
                action={
                  <AppLink href={project.path('assistant')} className="button primary">
                    Ask a question
                  </AppLink>
                }
              >
                Ask the assistant something, and select “Save to the evaluation set” below the answer. Or
                generate questions from the documentation: <code>docent eval generate --save</code>
              </Empty>
              <EvaluationResults project={project.id} />
            </div>
          ) : (
            <div className="stack loose">
              <MeasurementProgress project={project.id} kind="evaluation" result="evaluation-runs" />
              <Table
                label="Evaluation questions"
                columns={columns(canEdit ? setRemoved : undefined)}
                rows={saved}
                rowKey={({ id }) => id}
                href={({ question }) => `${project.path('assistant')}?ask=${encodeURIComponent(question)}`}
              />
              <EvaluationResults project={project.id} />
              <section aria-labelledby="measure" className="stack tight">
                <h2 id="measure">Measure in a build</h2>
                <p className="quiet">
                  Download the file, and run this command in the folder with the configuration of the server.
                  The result appears on this page.
                </p>
                <CopyCode label="command" text={`docent eval ${file} --answers --project ${project.id}`} />
              </section>
            </div>
          )
        }
      </QueryView>
      <Confirm
        title="Remove the question?"
        action="Remove"
        isOpen={removed !== undefined}
        isPending={remove.isPending}
        onClose={() => setRemoved(undefined)}
        onConfirm={() => removed && remove.mutate(removed.id, { onSettled: () => setRemoved(undefined) })}
      >
        The next evaluation leaves out “{removed?.question}”. Earlier results keep it.
      </Confirm>
      {isStarting && (
        <Suspense>
          <RunEvaluationDialog questions={questions.length} onClose={() => setIsStarting(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function columns(remove: ((question: SavedQuestion) => void) | undefined): readonly Column<SavedQuestion>[] {
  return [
    { id: 'question', title: 'Question', width: '2fr', cell: ({ question }) => question },
    {
      id: 'expects',
      title: 'A good answer',
      width: '2fr',
      isKept: true,
      cell: (saved) => <span className="quiet truncate">{expectation(saved)}</span>,
    },
    {
      id: 'saved',
      title: 'Saved',
      width: 92,
      isNumber: true,
      cell: ({ savedAt }) => <Time at={savedAt} />,
    },
    ...(remove === undefined
      ? []
      : [
          {
            id: 'action',
            title: '',
            width: 92,
            isNumber: true,
            isKept: true,
            cell: (saved: SavedQuestion) => (
              <Button kind="plain" aria-label={`Remove “${saved.question}”`} onPress={() => remove(saved)}>
                Remove
              </Button>
            ),
          },
        ]),
  ]
}

function expectation({ pages = [], contains = [], refuses }: SavedQuestion): string {
  const parts = [
    ...(pages.length > 0 ? [`cites ${pages.join(' or ')}`] : []),
    ...(contains.length > 0 ? [`contains ${contains.map((text) => `“${text}”`).join(', ')}`] : []),
    ...(refuses === true ? ['says that the documentation does not say'] : []),
    ...(refuses === false ? ['does not refuse'] : []),
  ]
  return parts.join(', ')
}

function lineOf({ id: _id, savedAt: _savedAt, ...line }: SavedQuestion): string {
  const fields = Object.entries(line).filter(([, value]) => !(Array.isArray(value) && value.length === 0))
  return `${JSON.stringify(Object.fromEntries(fields))}\n`
}
