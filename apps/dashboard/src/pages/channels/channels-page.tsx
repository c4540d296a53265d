import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { channelsQuery, type ProjectChannels, useChangeChannels } from '../../api/channels.ts'
import { Problem } from '../../api/problem.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Note } from '../../ui/states.tsx'
import { say } from '../../ui/toast.tsx'
import { Connections } from './connections.tsx'
import { LinkCard } from './link-card.tsx'
import { placeDraft, placeOf } from './place-draft.ts'
import { PlaceFields } from './place-fields.tsx'
import { SupportForm } from './support-form.tsx'
import './channels.css'

const MOST = 100

/** Where people ask, beside the site: GitHub, Slack, and Discord. */
export function ChannelsPage() {
  const { id } = useProject()
  const canEdit = useCan('edit')
  const query = useQuery(channelsQuery(id))
  const [round, setRound] = useState(0)
  return (
    <Page
      title="Channels"
      lead="Docent answers in GitHub, Slack, and Discord from this documentation, and stays silent if it doesn’t have the answer."
    >
      <QueryView query={query}>
        {(found) => (
          <div className="stack loose forms">
            <Connections channels={found.channels} />
            <PlacesForm key={`${id} ${round}`} found={found} onDiscard={() => setRound(round + 1)} />
            <SupportForm key={id} support={found.support} />
            {canEdit && <LinkCard />}
          </div>
        )}
      </QueryView>
    </Page>
  )
}

interface PlacesFormProps {
  found: ProjectChannels
  /** Takes back what was changed since it was saved. */
  onDiscard: () => void
}

function PlacesForm({ found, onDiscard }: PlacesFormProps) {
  const { channels, changedIn } = found
  const change = useChangeChannels(useProject().id)
  const canManage = useCan('manage')
  const isDisabled = !canManage || changedIn === 'file'
  const problem = change.error instanceof Problem ? change.error : undefined
  const [drafts, setDrafts] = useState(() => found.places.map(placeDraft))
  const places = drafts.map(placeOf)
  const written = JSON.stringify(places)
  const [saved, setSaved] = useState(written)
  // What is wrong with one field stands beside it.
  const wrong = problem?.issues.length === 0 ? problem.message : problem?.issueOf('channels')
  const first = channels[0]
  const add = () => {
    const key = Math.max(0, ...drafts.map((each) => each.key)) + 1
    setDrafts([...drafts, placeDraft({ channel: first?.name ?? '', place: '' }, key)])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { channels: places.length === 0 ? null : places },
      {
        onSuccess: () => {
          setSaved(written)
          say('The channels were updated.')
        },
      },
    )
  }
  return (
    <Form className="stack loose" onSubmit={submit} validationBehavior="aria">
      {changedIn === 'file' && (
        <Note>
          The places of this project come from <code>docent.config.ts</code>. Change <code>channels</code> in
          the file, and restart the server.
        </Note>
      )}
      <div className="row spread">
        <h2>Places</h2>
        {!isDisabled && first !== undefined && drafts.length < MOST && (
          <Button onPress={add}>
            <Plus size={14} aria-hidden />
            Add a place
          </Button>
        )}
      </div>
      {drafts.length === 0 && (
        <p className="quiet">
          {first === undefined
            ? 'Connect GitHub, Slack, or Discord first. Then choose where Docent answers.'
            : 'Docent answers nowhere yet.'}
        </p>
      )}
      {drafts.map((draft, index) => (
        <PlaceFields
          key={draft.key}
          draft={draft}
          channels={channels}
          isDisabled={isDisabled}
          issueOf={(field) => problem?.issueOf(`channels[${index}].${field}`)}
          onChange={(changed) => setDrafts(drafts.map((each) => (each === draft ? changed : each)))}
          onRemove={() => setDrafts(drafts.filter((each) => each !== draft))}
        />
      ))}
      {wrong !== undefined && <Note kind="danger">{wrong}</Note>}
      {!isDisabled && written !== saved && (
        <SaveBar>
          <div className="row">
            <Button isDisabled={change.isPending} onPress={onDiscard}>
              Discard
            </Button>
            <Button kind="primary" type="submit" isPending={change.isPending}>
              Save
            </Button>
          </div>
        </SaveBar>
      )}
    </Form>
  )
}
