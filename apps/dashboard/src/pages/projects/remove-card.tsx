import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type ProjectDetail, useRemoveProject } from '../../api/projects.ts'
import { organizationPath } from '../../shell/paths.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { say } from '../../ui/toast.tsx'

/** Takes the project out of use. */
export function RemoveCard({ project }: { project: ProjectDetail }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const remove = useRemoveProject(organization, project.id)
  const [isAsking, setAsking] = useState(false)
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        say(`${project.name} is removed.`)
        void navigate({ to: organizationPath(organization, 'projects') })
      },
      onError: () => setAsking(false),
    })
  return (
    <section className="card" aria-labelledby="remove">
      <header>
        <h2 id="remove">Remove</h2>
        <Button kind="danger" onPress={() => setAsking(true)}>
          Remove the project
        </Button>
      </header>
      <p className="inside quiet">
        Stops the assistant and the agent of this project. Docent keeps its conversations, jobs, and API keys,
        and you can restore the project under Projects.
      </p>
      <Confirm
        title={`Remove ${project.name}?`}
        action="Remove the project"
        isOpen={isAsking}
        isPending={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
      >
        The assistant, the agent, and the pages of this project stop working immediately. Waiting jobs fail.
        You can restore the project under Projects.
      </Confirm>
    </section>
  )
}
