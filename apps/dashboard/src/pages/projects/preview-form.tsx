import { safeAddress } from '@docent/client'
import { useState } from 'react'
import { usePreview } from '../../api/projects.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { isComposing } from '../../ui/composing.ts'
import { CopyCode } from '../../ui/copy-code.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/states.tsx'

/** Shows the pages of a branch before it is merged, by an address to hand on. */
export function PreviewForm() {
  const preview = usePreview(useProject().id)
  const [branch, setBranch] = useState('')
  const show = () => {
    if (branch.trim() !== '') preview.mutate(branch.trim())
  }
  return (
    <div className="stack tight">
      <div className="row at-end">
        <Field
          label="Preview a branch"
          hint="For seven days, everyone with the address can see the branch before it is merged."
          placeholder="docs/new-guide"
          value={branch}
          onChange={setBranch}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
            event.preventDefault()
            show()
          }}
        />
        <Button isPending={preview.isPending} isDisabled={branch.trim() === ''} onPress={show}>
          Create preview
        </Button>
      </div>
      {preview.error && <Note kind="danger">{preview.error.message}</Note>}
      {preview.data && (
        <>
          <CopyCode text={preview.data.previewUrl} label="address of the preview" />
          <div>
            <a
              className="button"
              href={safeAddress(preview.data.previewUrl)}
              target="_blank"
              rel="noreferrer"
            >
              Open the preview
            </a>
          </div>
        </>
      )}
    </div>
  )
}
