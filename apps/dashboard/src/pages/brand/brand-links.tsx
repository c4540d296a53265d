import { Plus, X } from 'lucide-react'
import type { BrandLink } from '../../api/brand.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

const MOST = 12

interface BrandLinksProps {
  title: string
  links: readonly BrandLink[]
  onChange: (links: BrandLink[]) => void
  isDisabled: boolean
  issueOf: (index: number, field: 'label' | 'url') => string | undefined
}

/** Links in the header or the footer of the pages. */
export function BrandLinks({ title, links, onChange, isDisabled, issueOf }: BrandLinksProps) {
  const set = (index: number, change: Partial<BrandLink>) =>
    onChange(links.map((link, each) => (each === index ? { ...link, ...change } : link)))
  return (
    <fieldset className="stack tight plain-set">
      <legend className="strong">{title}</legend>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link is its place
        <div key={index} className="row top">
          <Field
            label={`${title}: text of link ${index + 1}`}
            isLabelHidden
            placeholder="Support"
            value={link.label}
            isDisabled={isDisabled}
            onChange={(label) => set(index, { label })}
            wrong={issueOf(index, 'label')}
          />
          <Field
            label={`${title}: address of link ${index + 1}`}
            isLabelHidden
            placeholder="https://acme.com/support"
            value={link.url}
            isDisabled={isDisabled}
            onChange={(url) => set(index, { url })}
            wrong={issueOf(index, 'url')}
          />
          {!isDisabled && (
            <IconButton
              label={`Remove link ${index + 1}`}
              icon={<X size={14} />}
              onPress={() => onChange(links.filter((_, each) => each !== index))}
            />
          )}
        </div>
      ))}
      {!isDisabled && links.length < MOST && (
        <div>
          <Button
            aria-label={`${title}: add a link`}
            onPress={() => onChange([...links, { label: '', url: '' }])}
          >
            <Plus size={14} aria-hidden />
            Add a link
          </Button>
        </div>
      )}
    </fieldset>
  )
}
