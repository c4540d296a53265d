import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { credentialsQuery, useEnterCredential } from '../../api/organization.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { Button, type ButtonKind } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Note } from '../../ui/states.tsx'
import { say } from '../../ui/toast.tsx'
import { isReadable } from '../settings/credentials/readable-credential.ts'

interface Part {
  /** Of the credential. */
  name: string
  label: string
  placeholder?: string
  isOptional?: boolean
}

const PROVIDERS = {
  anthropic: {
    label: 'Anthropic',
    parts: [{ name: 'ANTHROPIC_API_KEY', label: 'API key', placeholder: 'sk-ant-…' }],
  },
  openai: {
    label: 'OpenAI',
    parts: [{ name: 'OPENAI_API_KEY', label: 'API key', placeholder: 'sk-…' }],
  },
  ollama: {
    label: 'Ollama',
    parts: [
      { name: 'OLLAMA_HOST', label: 'Address', placeholder: 'http://127.0.0.1:11434' },
      { name: 'OLLAMA_MODEL', label: 'Model', placeholder: 'qwen3:8b' },
    ],
  },
  compatible: {
    label: 'OpenAI-compatible server',
    parts: [
      { name: 'OPENAI_BASE_URL', label: 'Address', placeholder: 'http://127.0.0.1:8000/v1' },
      { name: 'OPENAI_MODEL', label: 'Model', placeholder: 'the name that the server gives it' },
      { name: 'OPENAI_API_KEY', label: 'API key', isOptional: true },
    ],
  },
} as const satisfies Record<string, { label: string; parts: readonly Part[] }>

type Provider = keyof typeof PROVIDERS

const OPTIONS = Object.entries(PROVIDERS).map(([value, { label }]) => ({ value: value as Provider, label }))

interface ConnectModelProps {
  /** Credentials may have changed. */
  onConnected: () => void
  kind?: ButtonKind
  isPending?: boolean
}

/** A button for the credentials of one model provider. Where they are only set on the server, it checks again. */
export function ConnectModel({ onConnected, kind = 'primary', isPending = false }: ConnectModelProps) {
  const [isOpen, setOpen] = useState(false)
  const credentials = useQuery(credentialsQuery(useOrganization()))
  if (!credentials.data?.applies)
    return (
      <Button isPending={isPending} onPress={onConnected}>
        Check again
      </Button>
    )
  return (
    <>
      <Button kind={kind} isPending={isPending} onPress={() => setOpen(true)}>
        Connect a model
      </Button>
      <Dialog title="Connect a model" isOpen={isOpen} onClose={() => setOpen(false)}>
        <ProviderForm onClose={() => setOpen(false)} onConnected={onConnected} />
      </Dialog>
    </>
  )
}

interface ProviderFormProps {
  onClose: () => void
  onConnected: () => void
}

function ProviderForm({ onClose, onConnected }: ProviderFormProps) {
  const [provider, setProvider] = useState<Provider>('anthropic')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const enter = useEnterCredential(useOrganization())
  const { label, parts } = PROVIDERS[provider] as { label: string; parts: readonly Part[] }
  const entered = parts
    .map(({ name }) => ({ name, value: values[name]?.trim() ?? '' }))
    .filter(({ value }) => value !== '')
  const isComplete = parts.every(({ name, isOptional }) => isOptional || values[name]?.trim())
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // React passes it on to a form around the button, as if the dialog were inside.
    event.stopPropagation()
    try {
      for (const part of entered) await enter.mutateAsync(part)
    } catch {
      return
    }
    say(`${label} is connected.`)
    onConnected()
    onClose()
  }
  return (
    <Form className="stack" onSubmit={(event) => void submit(event)} validationBehavior="aria">
      <Select label="Provider" options={OPTIONS} value={provider} onChange={setProvider} />
      {parts.map((part) => (
        <Field
          key={part.name}
          label={part.isOptional ? `${part.label} (optional)` : part.label}
          placeholder={part.placeholder ?? ''}
          type={isReadable(part.name) ? 'text' : 'password'}
          autoComplete="off"
          isRequired={!part.isOptional}
          value={values[part.name] ?? ''}
          onChange={(value) => setValues({ ...values, [part.name]: value })}
        />
      ))}
      <p className="small quiet">
        Docent stores these values encrypted. All projects can use them. To change them later, open Settings,
        then Credentials.
      </p>
      {enter.error && <Note kind="danger">{enter.error.message}</Note>}
      <div className="row form-end">
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" isPending={enter.isPending} isDisabled={!isComplete}>
          Connect
        </Button>
      </div>
    </Form>
  )
}
