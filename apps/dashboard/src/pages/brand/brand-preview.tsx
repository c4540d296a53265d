import { type CSSProperties, useState } from 'react'
import type { Brand, BrandSettings } from '../../api/brand.ts'

interface BrandPreviewProps {
  name: string
  settings: BrandSettings
  files: Brand['files']
}

/** How pages and the widget look with what is written, in both themes. */
export function BrandPreview(props: BrandPreviewProps) {
  return (
    <section className="stack brand-previews" aria-label="Preview">
      <Themed {...props} theme="light" />
      <Themed {...props} theme="dark" />
    </section>
  )
}

function Themed({ name, settings, files, theme }: BrandPreviewProps & { theme: 'light' | 'dark' }) {
  const { accent, headerLinks = [], footerLinks = [] } = settings
  const own = files[`logo-${theme}`] ?? files['logo-light'] ?? files['logo-dark']
  const [broken, setBroken] = useState<string>()
  const style = {
    ...(accent && /^#[0-9a-f]{6}$/i.test(accent) ? { '--docent-accent': accent } : {}),
  } as CSSProperties
  return (
    <div className={`docent-tokens brand-preview ${theme}`} style={style}>
      <div className="brand-bar">
        {own !== undefined && own.path !== broken ? (
          <img src={own.path} alt={name} height={24} onError={() => setBroken(own.path)} />
        ) : (
          <span className="strong">{name}</span>
        )}
        <span className="brand-bar-links small">{headerLinks.map(({ label }) => label).join('   ')}</span>
      </div>
      <div className="brand-body">
        <p className="strong">Get started</p>
        <p>
          Install the tool, and read <span className="brand-link">the guide</span>.{' '}
          <span className="brand-pill">1</span>
        </p>
        <p className="brand-note">A note stands on a soft shade of the accent.</p>
        <span className="brand-button">Ask a question</span>
      </div>
      {footerLinks.length > 0 && (
        <p className="brand-foot small">{footerLinks.map(({ label }) => label).join('   ')}</p>
      )}
    </div>
  )
}
