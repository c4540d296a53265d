import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './button.tsx'
import { copyText } from './copy-text.ts'
import { sayFailure } from './toast.tsx'

/** Something to copy and use elsewhere; it is shown whole, on as many lines as it needs. */
export function CopyCode({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) {
      sayFailure(new Error('The browser does not allow copying here. Select the text and copy it by hand.'))
      return
    }
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <div className="code">
      <section className="code-text" aria-label={label}>
        <pre>
          {text.split(/(\s+)/).map((part, index) =>
            index % 2 === 1 ? (
              part
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: words have no other name
              <span key={index}>{part}</span>
            ),
          )}
        </pre>
      </section>
      <IconButton
        label={isCopied ? 'Copied' : `Copy ${label}`}
        icon={isCopied ? <Check size={14} /> : <Copy size={14} />}
        onPress={() => void copy()}
      />
    </div>
  )
}
