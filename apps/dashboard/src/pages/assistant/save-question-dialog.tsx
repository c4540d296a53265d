import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { useSaveQuestion } from '../../api/evaluation.ts'
import { Problem } from '../../api/problem.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { Note } from '../../ui/states.tsx'
import { say } from '../../ui/toast.tsx'

interface SaveQuestionDialogProps {
  question: string
  /** Paths of the pages that the search found, the best first. */
  pages: readonly string[]
  onClose: () => void
}

/** Keeps a question with what its answer should have, for `docent eval`. */
export function SaveQuestionDialog(props: SaveQuestionDialogProps) {
  return (
    <Dialog title="Save to the evaluation set" isOpen onClose={props.onClose} isWide>
      <QuestionForm {...props} />
    </Dialog>
  )
}

function QuestionForm({ question: asked, pages, onClose }: SaveQuestionDialogProps) {
  const project = useProject()
  const save = useSaveQuestion(project.id)
  const found = [...new Set(pages)].slice(0, 8)
  const [question, setQuestion] = useState(asked)
  const [chosen, setChosen] = useState<readonly string[]>(found.slice(0, 1))
  const [contains, setContains] = useState('')
  const [refuses, setRefuses] = useState(false)
  const texts = contains.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  const problem = save.error instanceof Problem ? save.error : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(
      refuses
        ? { question, refuses: true }
        : {
            question,
            ...(chosen.length === 0 ? {} : { pages: [...chosen] }),
            ...(texts.length === 0 ? {} : { contains: texts }),
          },
      {
        onSuccess: () => {
          say('The question is in the evaluation set.')
          onClose()
        },
      },
    )
  }
  return (
    <Form className="stack" onSubmit={submit} validationBehavior="aria">
      <Field
        label="Question"
        rows={2}
        value={question}
        onChange={setQuestion}
        wrong={problem?.issueOf('question')}
      />
      <Checkbox isSelected={refuses} onChange={setRefuses}>
        A good answer says that the documentation has no answer
      </Checkbox>
      {!refuses && (
        <>
          <fieldset className="field">
            <legend className="label">Pages that a good answer cites</legend>
            {found.length === 0 && <span className="hint">The search found no page.</span>}
            {found.map((path) => (
              <Checkbox
                key={path}
                isSelected={chosen.includes(path)}
                onChange={(on) => setChosen(on ? [...chosen, path] : chosen.filter((one) => one !== path))}
              >
                <code>{path}</code>
              </Checkbox>
            ))}
          </fieldset>
          <Field
            label="Words that a good answer contains"
            hint="One text per line. Leave it empty to accept any words."
            rows={2}
            value={contains}
            onChange={setContains}
            wrong={problem?.issueOf('contains')}
          />
        </>
      )}
      {problem && <Note kind="danger">{problem.message}</Note>}
      <div className="row form-end">
        <Button onPress={onClose}>Cancel</Button>
        <Button
          kind="primary"
          type="submit"
          isPending={save.isPending}
          isDisabled={question.trim() === '' || (!refuses && chosen.length + texts.length === 0)}
        >
          Save the question
        </Button>
      </div>
    </Form>
  )
}
