import { safeAddress } from '@docent/client'
import { usePreview } from '../../api/projects.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'

/** The pages of the job's branch, as readers would get them. */
export function JobPreview({ branch }: { branch: string }) {
  const preview = usePreview(useProject().id)
  if (preview.data)
    return (
      <a href={safeAddress(preview.data.previewUrl)} target="_blank" rel="noreferrer">
        Open the preview
      </a>
    )
  return (
    <>
      <Button className="small-button" isPending={preview.isPending} onPress={() => preview.mutate(branch)}>
        Create preview
      </Button>
      {preview.error && <p className="danger">{preview.error.message}</p>}
    </>
  )
}
