import { useLinkCode } from '../../api/channels.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'

/** Links the person with whoever they are in a channel, so that the agent takes orders from them there. */
export function LinkCard() {
  const link = useLinkCode(useProject().id)
  return (
    <section className="card" aria-labelledby="link">
      <header>
        <h2 id="link">Orders for the agent</h2>
        <Button isPending={link.isPending} onPress={() => link.mutate()}>
          Make a code
        </Button>
      </header>
      <div className="inside stack">
        <p className="quiet">
          Mention Docent in a channel with the text of the code to link your account. From then on, the agent
          takes orders from you there, such as “fix the quickstart”, as far as your role allows.
        </p>
        {link.data !== undefined && (
          <>
            <CopyCode text={`link ${link.data}`} label="Message that links your account" />
            <p className="quiet small">
              The code works once, within 15 minutes. Send it in a direct message where the channel has them.
            </p>
          </>
        )}
      </div>
    </section>
  )
}
