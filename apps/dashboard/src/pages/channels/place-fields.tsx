import { Trash2 } from 'lucide-react'
import type { ServerChannel } from '../../api/channels.ts'
import { Button } from '../../ui/button.tsx'
import { DollarsField } from '../../ui/dollars-field.tsx'
import { Field } from '../../ui/field.tsx'
import { type Option, Select } from '../../ui/select.tsx'
import { DryRun } from './dry-run.tsx'
import type { PlaceDraft } from './place-draft.ts'

const MODES: readonly Option<PlaceDraft['mode']>[] = [
  { value: 'mention', label: 'When somebody mentions Docent' },
  { value: 'posts', label: 'Mentions and every new post' },
]

/** What a place looks like, by the channel. */
const PLACES: Readonly<Record<string, { placeholder: string; hint: string; notify: string }>> = {
  github: {
    placeholder: 'acme/docs/discussions/q-a',
    hint: 'A repository, or its issues, discussions, or one category.',
    notify: '@acme/docs-team',
  },
  slack: {
    placeholder: 'T012AB3CD/C045EF6GH',
    hint: 'Workspace and channel, by their IDs, as in the address of the channel.',
    notify: '<!subteam^S123>',
  },
  discord: {
    placeholder: '112233445566778899/998877665544332211',
    hint: 'Server and channel, by their IDs.',
    notify: '<@&456>',
  },
}

const CAPS = [
  { field: 'answersPerThread', label: 'Answers in one thread', placeholder: '5' },
  { field: 'answersPerUserPerDay', label: 'Answers to one person a day', placeholder: '20' },
  { field: 'answersPerDay', label: 'Answers in this place a day', placeholder: '200' },
  { field: 'waitSeconds', label: 'Seconds before an answer', placeholder: '5', server: 'waitMs' },
] as const

interface PlaceFieldsProps {
  draft: PlaceDraft
  channels: readonly ServerChannel[]
  isDisabled: boolean
  /** What the server says is wrong with a field. */
  issueOf: (field: string) => string | undefined
  onChange: (draft: PlaceDraft) => void
  onRemove: () => void
}

/** One place: where, when, how often, and whom Docent calls. */
export function PlaceFields({ draft, channels, isDisabled, issueOf, onChange, onRemove }: PlaceFieldsProps) {
  const set = (change: Partial<PlaceDraft>) => onChange({ ...draft, ...change })
  const about = PLACES[draft.channel]
  const known = channels.some(({ name }) => name === draft.channel)
  const options = [
    ...channels.map(({ name, label }) => ({ value: name, label })),
    ...(known ? [] : [{ value: draft.channel, label: `${draft.channel} (not connected)` }]),
  ]
  const name = draft.place.trim() === '' ? 'New place' : draft.place
  return (
    <section className="card" aria-label={name}>
      <header>
        <h2 className="channel-place">{name}</h2>
        {!isDisabled && (
          <Button kind="plain" aria-label={`Remove ${name}`} onPress={onRemove}>
            <Trash2 size={14} aria-hidden />
            Remove
          </Button>
        )}
      </header>
      <div className="inside stack">
        <div className="context-fields">
          <Select
            label="Channel"
            options={options}
            value={draft.channel}
            isDisabled={isDisabled}
            onChange={(channel) => set({ channel })}
          />
          <Select
            label="Docent answers"
            options={MODES}
            value={draft.mode}
            isDisabled={isDisabled}
            onChange={(mode) => set({ mode })}
          />
        </div>
        <Field
          label="Place"
          hint={about?.hint ?? 'A place of the channel, and everything below it.'}
          placeholder={about?.placeholder ?? ''}
          isRequired
          isDisabled={isDisabled}
          value={draft.place}
          onChange={(place) => set({ place })}
          wrong={issueOf('place')}
        />
        <Field
          label="Groups"
          hint="Groups whose pages everyone in exactly this place may read, with commas between them. Docent ignores them where people from outside can read. Leave it empty for pages without groups."
          placeholder="staff, partners"
          isDisabled={isDisabled}
          value={draft.groups}
          onChange={(groups) => set({ groups })}
          wrong={issueOf('groups')}
        />
      </div>
      <details className="unfolding channel-more">
        <summary>Caps, silence, and people</summary>
        <div className="inside stack">
          <div className="context-fields">
            {CAPS.map(({ field, label, placeholder, ...rest }) => (
              <Field
                key={field}
                label={label}
                placeholder={placeholder}
                inputMode="numeric"
                isDisabled={isDisabled}
                value={draft[field]}
                onChange={(value) => set({ [field]: value })}
                wrong={issueOf('server' in rest ? rest.server : field)}
              />
            ))}
          </div>
          <DollarsField
            label="Spend cap a day"
            hint="The most that answers in this place can cost in a day (UTC), in US dollars."
            isDisabled={isDisabled}
            value={draft.usdPerDay}
            onChange={(usdPerDay) => set({ usdPerDay })}
            wrong={issueOf('usdPerDay')}
          />
          <Field
            label="Silent tags"
            hint="Labels or tags of threads in which Docent stays silent, with commas between them."
            placeholder="internal, for people"
            isDisabled={isDisabled}
            value={draft.silentTags}
            onChange={(silentTags) => set({ silentTags })}
            wrong={issueOf('silentTags')}
          />
          <div className="context-fields">
            <Field
              label="Tag for a person"
              hint="Docent puts it on a thread that needs a person. It must exist."
              placeholder="needs human"
              isDisabled={isDisabled}
              value={draft.tag}
              onChange={(tag) => set({ tag })}
              wrong={issueOf('person.tag')}
            />
            <Field
              label="Person or team to notify"
              hint="As the channel writes it."
              placeholder={about?.notify ?? ''}
              isDisabled={isDisabled}
              value={draft.notify}
              onChange={(notify) => set({ notify })}
              wrong={issueOf('person.notify')}
            />
          </div>
        </div>
      </details>
      {known && <DryRun draft={draft} />}
    </section>
  )
}
