import type { ProjectSummary } from '../../../api/projects.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyCode } from '../../../ui/copy-code.tsx'
import { Note } from '../../../ui/states.tsx'

interface CreatedKeyProps {
  kind: 'admin' | 'assistant'
  secret: string
  project: ProjectSummary | undefined
  onClose: () => void
}

/** The only time that a key is shown, with a request that works as it stands. */
export function CreatedKey({ kind, secret, project, onClose }: CreatedKeyProps) {
  const { origin } = location
  const curl =
    kind === 'admin'
      ? `curl '${origin}/v2/agent/${project?.id ?? '<project>'}/jobs?limit=1' \\\n  -H 'Authorization: Bearer ${secret}'`
      : `curl -N ${origin}/discovery/v2/assistant/${project?.domain ?? '<project>'}/message \\\n  -H 'Authorization: Bearer ${secret}' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"fp":"anonymous","messages":[{"id":"1","role":"user","parts":[{"type":"text","text":"How do I start?"}]}]}'`
  return (
    <div className="stack">
      <Note kind="attention">Copy the key now. Docent keeps only a hash of it and never shows it again.</Note>
      <div className="field">
        <span className="label">Key</span>
        <CopyCode text={secret} label="key" />
      </div>
      <div className="field">
        <span className="label">Try it</span>
        <CopyCode text={curl} label="request" />
      </div>
      {kind === 'assistant' && project && (
        <div className="field">
          <span className="label">In a website</span>
          <CopyCode
            text={`<script src="${origin}/widget/latest/docent.js" async></script>\n<docent-assistant domain="${project.domain}" key="${secret}"></docent-assistant>`}
            label="tag"
          />
        </div>
      )}
      <div className="row form-end">
        <Button kind="primary" onPress={onClose}>
          I have copied it
        </Button>
      </div>
    </div>
  )
}
