import { useRef } from 'react'
import { type Brand, type BrandSlot, useBrandFile } from '../../api/brand.ts'
import { Problem } from '../../api/problem.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { bytes } from '../../ui/number.ts'

interface BrandFileProps {
  slot: BrandSlot
  title: string
  hint: string
  accept: string
  brand: Brand
  isDisabled: boolean
}

/** One file of the brand: what is there, and the way to another one. It is saved at once. */
export function BrandFile({ slot, title, hint, accept, brand, isDisabled }: BrandFileProps) {
  const change = useBrandFile(useProject().id)
  const input = useRef<HTMLInputElement>(null)
  const file = brand.files[slot]
  const problem = change.error instanceof Problem ? change.error : undefined
  return (
    <div className="brand-file">
      <span className={`brand-shown ${slot}`}>
        {file?.type.startsWith('image/') && <img src={file.path} alt="" />}
      </span>
      <div className="brand-file-text">
        <p className="strong">{title}</p>
        <p className="quiet small">
          {file === undefined ? hint : `${typeName(file.type)}, ${bytes(file.bytes)}`}
        </p>
        {problem && (
          <p className="wrong small" role="alert">
            {problem.issueOf(slot) ?? problem.message}
          </p>
        )}
      </div>
      {!isDisabled && (
        <div className="row">
          <input
            ref={input}
            type="file"
            accept={accept}
            className="hidden"
            tabIndex={-1}
            aria-label={`File: ${title}`}
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.files?.[0]
              if (chosen) change.mutate({ slot, file: chosen })
              currentTarget.value = ''
            }}
          />
          {file !== undefined && (
            <Button kind="plain" aria-label={`Remove: ${title}`} onPress={() => change.mutate({ slot })}>
              Remove
            </Button>
          )}
          <Button
            isPending={change.isPending}
            aria-label={`${file === undefined ? 'Choose a file' : 'Replace'}: ${title}`}
            onPress={() => input.current?.click()}
          >
            {file === undefined ? 'Choose a file' : 'Replace'}
          </Button>
        </div>
      )}
    </div>
  )
}

/** `image/svg+xml` → `SVG`. */
function typeName(type: string): string {
  const [, name = type] = type.split('/')
  return (name.split('+')[0] ?? name).replace('x-icon', 'ico').toUpperCase()
}
