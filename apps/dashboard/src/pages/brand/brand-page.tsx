import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import {
  type Brand,
  type BrandLink,
  type BrandSettings,
  brandQuery,
  useChangeBrand,
} from '../../api/brand.ts'
import { Problem } from '../../api/problem.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Note } from '../../ui/states.tsx'
import { say } from '../../ui/toast.tsx'
import { BrandFile } from './brand-file.tsx'
import { BrandLinks } from './brand-links.tsx'
import { BrandPreview } from './brand-preview.tsx'
import './brand.css'

const PICTURE = '.svg,.png,.webp,.jpg,.jpeg'
const FILES = [
  { slot: 'logo-light', title: 'Logo', hint: 'SVG, PNG, WebP, or JPEG, up to 256 KB.', accept: PICTURE },
  { slot: 'logo-dark', title: 'Logo for the dark theme', hint: 'Default: the logo.', accept: PICTURE },
  {
    slot: 'favicon',
    title: 'Icon',
    hint: 'In tabs. SVG, PNG, or ICO, up to 64 KB.',
    accept: '.svg,.png,.ico',
  },
  {
    slot: 'social-image',
    title: 'Social image',
    hint: 'Beside links to public pages. PNG, JPEG, or WebP, up to 700 KB.',
    accept: '.png,.jpg,.jpeg,.webp',
  },
  { slot: 'font', title: 'Font', hint: 'WOFF2, up to 512 KB.', accept: '.woff2' },
] as const

export function BrandPage() {
  const project = useProject()
  const query = useQuery(brandQuery(project.id))
  return (
    <Page
      title="Brand"
      lead="Your name, logo, and color on the pages of this project, their previews, pull requests, and the widget."
    >
      <QueryView query={query}>{(brand) => <BrandForm key={project.id} brand={brand} />}</QueryView>
    </Page>
  )
}

function BrandForm({ brand }: { brand: Brand }) {
  const project = useProject()
  const isDisabled = !useCan('manage')
  const change = useChangeBrand(project.id)
  const problem = change.error instanceof Problem ? change.error : undefined
  const [name, setName] = useState(brand.name ?? '')
  const [accent, setAccent] = useState(brand.accent ?? '')
  const [css, setCss] = useState(brand.css ?? '')
  const [headerLinks, setHeaderLinks] = useState<BrandLink[]>(brand.headerLinks ?? [])
  const [footerLinks, setFooterLinks] = useState<BrandLink[]>(brand.footerLinks ?? [])
  const settings: BrandSettings = {
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(accent.trim() === '' ? {} : { accent: accent.trim() }),
    ...(css.trim() === '' ? {} : { css }),
    headerLinks,
    footerLinks,
  }
  const written = JSON.stringify(settings)
  const [saved, setSaved] = useState(written)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(settings, {
      onSuccess: () => {
        setSaved(written)
        say('The brand was updated.')
      },
    })
  }
  return (
    <div className="brand">
      <Form className="stack loose" onSubmit={submit} validationBehavior="aria">
        <section className="card" aria-labelledby="brand-look">
          <header>
            <h2 id="brand-look">Name and color</h2>
          </header>
          <div className="inside stack">
            <Field
              label="Name"
              placeholder={project.name}
              isDisabled={isDisabled}
              value={name}
              onChange={setName}
              wrong={problem?.issueOf('name')}
            />
            <div className="row at-end">
              <Field
                label="Accent"
                hint="Every shade comes from this color, and can be read in both themes."
                placeholder="#0a7562"
                isDisabled={isDisabled}
                value={accent}
                onChange={setAccent}
                wrong={problem?.issueOf('accent')}
              />
              <input
                type="color"
                className="brand-color"
                aria-label="Pick the accent"
                disabled={isDisabled}
                value={/^#[0-9a-f]{6}$/i.test(accent) ? accent : '#0a7562'}
                onChange={({ currentTarget }) => setAccent(currentTarget.value)}
              />
            </div>
          </div>
        </section>
        <section className="card" aria-labelledby="brand-files">
          <header>
            <h2 id="brand-files">Files</h2>
          </header>
          <div className="inside stack">
            {FILES.map((file) => (
              <BrandFile key={file.slot} {...file} brand={brand} isDisabled={isDisabled} />
            ))}
          </div>
        </section>
        <section className="card" aria-labelledby="brand-links">
          <header>
            <h2 id="brand-links">Links</h2>
          </header>
          <div className="inside stack">
            <BrandLinks
              title="In the header"
              links={headerLinks}
              onChange={setHeaderLinks}
              isDisabled={isDisabled}
              issueOf={(index, field) => problem?.issueOf(`headerLinks[${index}].${field}`)}
            />
            <BrandLinks
              title="In the footer"
              links={footerLinks}
              onChange={setFooterLinks}
              isDisabled={isDisabled}
              issueOf={(index, field) => problem?.issueOf(`footerLinks[${index}].${field}`)}
            />
          </div>
        </section>
        <section className="card" aria-labelledby="brand-css">
          <header>
            <h2 id="brand-css">CSS of the pages</h2>
          </header>
          <div className="inside stack">
            <Field
              label="CSS"
              isLabelHidden
              rows={8}
              hint="It comes behind the style of the pages, and loads nothing from other hosts."
              placeholder=".content { font-size: 17px }"
              isDisabled={isDisabled}
              value={css}
              onChange={setCss}
              wrong={problem?.issueOf('css')}
            />
          </div>
        </section>
        {problem && problem.issues.length === 0 && <Note kind="danger">{problem.message}</Note>}
        {!isDisabled && written !== saved && (
          <SaveBar>
            <Button kind="primary" type="submit" isPending={change.isPending}>
              Save
            </Button>
          </SaveBar>
        )}
      </Form>
      <BrandPreview name={name.trim() || project.name} settings={settings} files={brand.files} />
    </div>
  )
}
