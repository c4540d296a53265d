import { useQuery } from '@tanstack/react-query'
import { CornerDownLeft, Square } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { projectQuery } from '../../api/projects.ts'
import { useProject } from '../../shell/use-project.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { TrialResult } from './trial-result.tsx'
import { AS_READERS, passagesOf, TrialSettings } from './trial-settings.tsx'
import { useTrial } from './use-trial.ts'

/** The same question to two configurations at once. */
export function ComparePage() {
  const project = useProject()
  const { data } = useQuery(projectQuery(project.id))
  const model = data?.models.assistant.id ?? 'the model of the project'
  const [text, setText] = useState('')
  const [drafts, setDrafts] = useState([AS_READERS, AS_READERS] as const)
  const [first, second] = drafts
  const sides = [useTrial(first), useTrial(second)] as const
  const isBusy = sides.some((side) => side.isBusy)
  const isWrong = drafts.some((draft) => passagesOf(draft) === undefined)
  const ask = () => {
    if (text.trim() === '' || isBusy || isWrong) return
    for (const side of sides) side.ask(text.trim())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask()
  }
  return (
    <Page
      title="Compare"
      lead="Ask one question with two configurations. If you leave a field empty, Docent uses the setting of your readers."
      above={<BackLink href={project.path('assistant')}>Assistant</BackLink>}
      isWide
    >
      <Form className="compare-form" onSubmit={submit}>
        <Field
          label="Question"
          isLabelHidden
          placeholder="How do I connect GitHub?"
          autoFocus
          value={text}
          onChange={setText}
        />
        {isBusy ? (
          <Button
            onPress={() => {
              for (const side of sides) side.stop()
            }}
          >
            <Square size={12} aria-hidden />
            Stop
          </Button>
        ) : (
          <Button kind="primary" type="submit" isDisabled={text.trim() === '' || isWrong}>
            <CornerDownLeft size={14} aria-hidden />
            Ask both
          </Button>
        )}
      </Form>
      <div className="compare">
        {(['A', 'B'] as const).map((name, index) => (
          <section key={name} className="card" aria-label={`Configuration ${name}`}>
            <header>
              <h2>{name}</h2>
            </header>
            <div className="inside stack">
              <TrialSettings
                model={model}
                draft={index === 0 ? first : second}
                onChange={(draft) => setDrafts(index === 0 ? [draft, second] : [first, draft])}
              />
              <TrialResult side={sides[index === 0 ? 0 : 1]} other={sides[index === 0 ? 1 : 0]} />
            </div>
          </section>
        ))}
      </div>
      <p className="hidden" role="status">
        {sides.some(({ isAsked }) => isAsked) && !isBusy ? 'Both answers are complete' : ''}
      </p>
    </Page>
  )
}
