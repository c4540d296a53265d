import { useQuery } from '@tanstack/react-query'
import { type InventedNames, inventedNamesQuery, type ModelUse } from '../../api/reports.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { count, plural, share } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { Total } from './total.tsx'

type Name = InventedNames['names'][number]

interface InventedNamesSectionProps {
  days: number
  /** All answers of the period, by model. */
  models: readonly ModelUse[]
}

/** How often answers named what the documentation does not have, which names, and by which model. */
export function InventedNamesSection({ days, models }: InventedNamesSectionProps) {
  const project = useProject()
  const query = useQuery(inventedNamesQuery(project.id, days))
  const isNarrow = useNarrow()
  const answersOf = new Map(models.map(({ model, answers }) => [model, answers]))
  const all = models.reduce((sum, { answers }) => sum + answers, 0)
  const conversations = project.path('conversations')
  return (
    <section aria-labelledby="names" className="stack tight">
      <h2 id="names">Names that the documentation does not have</h2>
      <QueryView query={query}>
        {({ models: found, names }) =>
          names.length === 0 ? (
            <p className="quiet small">No answer of this period has one.</p>
          ) : (
            <>
              <dl className="totals">
                <Total title="Answers with one">
                  {share(
                    found.reduce((sum, { answers }) => sum + answers, 0),
                    all,
                  )}
                </Total>
                {found.length > 1 &&
                  found.map(({ model, answers }) => (
                    <Total key={model} title={model}>
                      {share(answers, answersOf.get(model) ?? answers)}
                    </Total>
                  ))}
              </dl>
              <Table
                label="Names that the documentation does not have"
                columns={columns(isNarrow, conversations)}
                rows={names}
                rowKey={({ text }) => text}
              />
            </>
          )
        }
      </QueryView>
    </section>
  )
}

function columns(isNarrow: boolean, conversations: string): Column<Name>[] {
  const text: Column<Name> = {
    id: 'text',
    title: 'Name',
    width: '1fr',
    cell: (name) => (
      <AppLink href={conversations} search={{ text: name.text }}>
        <code>{name.text}</code>
      </AppLink>
    ),
  }
  const suggestion: Column<Name> = {
    id: 'suggestion',
    title: 'Nearest real name',
    width: '1fr',
    cell: (name) => (name.suggestion === null ? '' : <code>{name.suggestion}</code>),
  }
  if (isNarrow)
    return [
      text,
      {
        id: 'answers',
        title: 'Answers',
        width: 0,
        isKept: true,
        cell: ({ answers, suggestion: nearest }) =>
          `${plural(answers, 'answer')}${nearest === null ? '' : `, nearest: ${nearest}`}`,
      },
    ]
  return [
    text,
    suggestion,
    { id: 'kind', title: 'Kind', width: 88, cell: ({ kind }) => kind },
    {
      id: 'models',
      title: 'Written by',
      width: '1fr',
      cell: ({ models }) => models.join(', '),
    },
    { id: 'answers', title: 'Answers', width: 80, isNumber: true, cell: ({ answers }) => count(answers) },
  ]
}
