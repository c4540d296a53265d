import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readerKeyQuery } from '../../api/readers.ts'
import { useProject } from '../../shell/use-project.ts'
import { Select } from '../../ui/select.tsx'
import { Note } from '../../ui/states.tsx'
import { attributesOf, type WidgetOptions } from './widget-options.ts'

const WIDTHS = [
  { value: 'wide', label: 'Computer' },
  { value: 'narrow', label: 'Phone' },
] as const
/** The same file that sites load. */
const SCRIPT = '/widget/latest/docent.mjs'
/** The dashboard has keys of its own, and its views and selections are not those of a reader. */
const QUIET = { launcher: true, hotkeys: false, selection: false, code: false, countViews: false }

/** The widget itself, with a key that ends within hours. What is asked here counts as a question of this person. */
export function WidgetPreview({ options }: { options: WidgetOptions }) {
  const project = useProject()
  const { data: key } = useQuery(readerKeyQuery(project.id))
  const [width, setWidth] = useState<'wide' | 'narrow'>('wide')
  const [isMissing, setMissing] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const attributes = JSON.stringify(attributesOf({ ...options, ...QUIET }))
  useEffect(() => {
    import(/* @vite-ignore */ SCRIPT).catch(() => setMissing(true))
  }, [])
  useEffect(() => {
    if (key === undefined) return
    const element = document.createElement('docent-assistant')
    const all: [string, string][] = [
      ['domain', project.domain],
      ['key', key],
      ...(JSON.parse(attributes) as [string, string][]),
    ]
    for (const [name, value] of all) element.setAttribute(name, value)
    place.current?.replaceChildren(element)
    return () => element.remove()
  }, [attributes, key, project.domain])
  return (
    <section className="widget-preview stack" aria-label="Preview">
      <div className="row spread">
        <h2>Preview</h2>
        <Select label="Width" isLabelHidden options={WIDTHS} value={width} onChange={setWidth} />
      </div>
      {isMissing && <Note kind="danger">The script of the widget could not be loaded. Reload the page.</Note>}
      <div className={`widget-stage ${width}`}>
        <p className="quiet">Your page</p>
        <div ref={place} />
      </div>
    </section>
  )
}
