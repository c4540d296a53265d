import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download, Gauge, ListChecks } from 'lucide-react'
import { evaluationQuery, type SavedQuestion, useRemoveQuestion } from '../../api/evaluation.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { Time } from '../../ui/time.tsx'
import { EvaluationResults } from './evaluation-results.tsx'

/** The questions by which people measure the assistant of a project. */
export function EvaluationPage() {
  const project = useProject()
  const query = useQuery(evaluationQuery(project.id))
  const canEdit = useCan('edit')
  const remove = useRemoveQuestion(project.id)
  const file = `${project.domain}-questions.jsonl`
  const questions = query.data ?? []
  return (
    <Page
      title="Evaluation set"
      lead="Questions with what a good answer has. They show whether a change of models or pages made answers better."
      above={
        <AppLink href={project.path('assistant')} className="above">
          <ArrowLeft size={14} aria-hidden />
          Assistant
        </AppLink>
      }
      actions={
        <>
          <AppLink href={project.path('assistant/models')} className="button">
            <Gauge size={14} aria-hidden />
            Model checks
          </AppLink>
          {questions.length > 0 && (
            <Button
              kind="primary"
              onPress={() => saveFile(file, 'application/jsonl', questions.map(lineOf).join(''))}
            >
              <Download size={14} aria-hidden />
              Download
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
                Ask the assistant something, and select “Save to the evaluation set” below the answer. Or let
                the documentation ask: <code>docent eval generate --save</code>
              </Empty>
              <EvaluationResults project={project.id} />
            </div>
          ) : (
            <div className="stack loose">
              <Table
                label="Evaluation questions"
                columns={columns(canEdit ? (id) => remove.mutate(id) : undefined)}
                rows={saved}
                rowKey={({ id }) => id}
                href={({ question }) => `${project.path('assistant')}?ask=${encodeURIComponent(question)}`}
              />
              <EvaluationResults project={project.id} />
              <section aria-labelledby="measure" className="stack tight">
                <h2 id="measure">Measure with them</h2>
                <p className="quiet">
                  Download the file, and run this where the server has its configuration. It answers each
                  question once, and the result appears on this page.
                </p>
                <CopyCode label="command" text={`docent eval ${file} --answers --project ${project.id}`} />
              </section>
            </div>
          )
        }
      </QueryView>
    </Page>
  )
}

function columns(remove: ((id: string) => void) | undefined): readonly Column<SavedQuestion>[] {
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
            cell: ({ id, question }: SavedQuestion) => (
              <Button kind="plain" aria-label={`Remove “${question}”`} onPress={() => remove(id)}>
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
