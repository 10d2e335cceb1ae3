import { useEffect, useState } from 'react'
import { Icon } from './Icon.js'

type CopyButtonProps = { readonly label: string; readonly text: () => string }

const shownFor = 2000

export function CopyButton({ label, text }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'Copied' | 'Not copied'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), shownFor)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setOutcome('Copied'),
      () => setOutcome('Not copied'),
    )
  return (
    <button type="button" className="quiet" onClick={copy}>
      <Icon name={outcome === 'Copied' ? 'done' : 'copy'} />
      <span aria-live="polite">{outcome ?? label}</span>
    </button>
  )
}
