import { useState } from 'react'
import { useProject } from '../../shell/use-project.ts'
import { CopyCode } from '../../ui/copy-code.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { OriginCheck } from './origin-check.tsx'
import { GENERATORS, type Generator, snippetsFor } from './snippets.ts'
import { attributesOf, DEFAULTS, isTexts, type WidgetOptions } from './widget-options.ts'
import { WidgetPreview } from './widget-preview.tsx'
import './widget.css'

const MODES = [
  { value: '', label: 'Panel at the side' },
  { value: 'modal', label: 'Dialog' },
  { value: 'inline', label: 'Inside the page' },
  { value: 'search', label: 'Search box' },
  { value: 'feedback', label: 'Only “Did this page help?”' },
]
const THEMES = [
  { value: '', label: 'As the page' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
const SIDES = [
  { value: '', label: 'Right' },
  { value: 'left', label: 'Left' },
]
const LANGUAGES = [
  { value: '', label: 'As the page' },
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'fr', label: 'Français' },
  { value: 'es', label: 'Español' },
  { value: 'zh', label: '中文' },
  { value: 'ja', label: '日本語' },
]
const SWITCHES = [
  ['launcher', 'Show the button that opens it'],
  ['hotkeys', 'Open it with ⌘K and ⌘I, or Ctrl'],
  ['selection', 'Offer “Ask about this” on selected text'],
  ['code', 'Offer it on code blocks'],
  ['countViews', 'Count views of pages'],
] as const
const FILTERS = [
  ['version', 'Only pages of this version'],
  ['language', 'Only pages in this language'],
  ['tag', 'Only pages with this tag'],
  ['path', 'Page that feedback is about'],
] as const
export function WidgetPage() {
  const project = useProject()
  const [options, setOptions] = useState(DEFAULTS)
  const [generator, setGenerator] = useState<Generator>('html')
  const set = (change: Partial<WidgetOptions>) => setOptions({ ...options, ...change })
  const own = attributesOf(options)
  const snippets = snippetsFor(generator, location.origin, [
    ['domain', project.domain],
    ['key', '<ASSISTANT_API_KEY>'],
    ...own,
  ])
  return (
    <Page
      title="Widget"
      lead="Choose how the assistant looks on your site, try it here, and copy the lines for your pages."
      isWide
    >
      <div className="widget">
        <div className="stack loose">
          <section className="card" aria-labelledby="widget-look">
            <header>
              <h2 id="widget-look">Look</h2>
            </header>
            <div className="inside stack">
              <div className="widget-pair">
                <Select
                  label="Place"
                  options={MODES}
                  value={options.mode}
                  onChange={(mode) => set({ mode })}
                />
                <Select
                  label="Side"
                  options={SIDES}
                  value={options.side}
                  onChange={(side) => set({ side })}
                />
                <Select
                  label="Theme"
                  options={THEMES}
                  value={options.theme}
                  onChange={(theme) => set({ theme })}
                />
                <Select
                  label="Language"
                  options={LANGUAGES}
                  value={options.lang}
                  onChange={(lang) => set({ lang })}
                />
              </div>
              <div>
                {SWITCHES.map(([name, title]) => (
                  <Checkbox key={name} isSelected={options[name]} onChange={(on) => set({ [name]: on })}>
                    {title}
                  </Checkbox>
                ))}
              </div>
            </div>
          </section>
          <section className="card" aria-labelledby="widget-content">
            <header>
              <h2 id="widget-content">Content</h2>
            </header>
            <div className="inside stack">
              <Field
                label="Suggested questions"
                hint="One a line. An empty conversation offers them."
                rows={3}
                value={options.questions}
                onChange={(questions) => set({ questions })}
              />
              <div className="widget-pair">
                {FILTERS.map(([name, label]) => (
                  <Field
                    key={name}
                    label={label}
                    value={options[name]}
                    onChange={(value) => set({ [name]: value })}
                  />
                ))}
              </div>
              <Field
                label="Texts of your own"
                hint="JSON with the names of texts in the guide to the widget."
                rows={3}
                placeholder='{ "launcher": "Help" }'
                value={options.texts}
                onChange={(texts) => set({ texts })}
                wrong={
                  options.texts.trim() === '' || isTexts(options.texts)
                    ? undefined
                    : 'This is no JSON object.'
                }
              />
            </div>
          </section>
          <OriginCheck />
          <section className="card" aria-labelledby="widget-lines">
            <header className="row spread">
              <h2 id="widget-lines">Lines for your pages</h2>
              <Select
                label="Generator"
                isLabelHidden
                options={GENERATORS}
                value={generator}
                onChange={setGenerator}
              />
            </header>
            <div className="inside stack">
              {snippets.map(({ file, text }) => (
                <div key={file} className="field">
                  <span className="label">{file}</span>
                  <CopyCode text={text} label={file} />
                </div>
              ))}
              <p className="quiet small">
                Put an assistant key in place of <code>{'<ASSISTANT_API_KEY>'}</code>. It is public.
              </p>
            </div>
          </section>
        </div>
        <WidgetPreview options={options} />
      </div>
    </Page>
  )
}
