import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isRecord } from '../configuration/shape.js'
import { CopyButton } from '../panel/CopyButton.js'
import { Icon } from '../panel/Icon.js'

type Outcome = { readonly tone: 'waiting' | 'good' | 'bad'; readonly text: string }

type WalletRequestProps = {
  readonly name: string
  readonly isOff: boolean
  readonly run: (signal: AbortSignal, show: (text: string) => void) => Promise<string>
  readonly children: ReactNode
}

/** A request and its result. */
export function WalletRequest({ name, isOff, run, children }: WalletRequestProps) {
  const [outcome, setOutcome] = useState<Outcome>()
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])

  async function start() {
    const { signal } = leaving.current
    const show = (next: Outcome) => {
      if (!signal.aborted) setOutcome(next)
    }
    show({ tone: 'waiting', text: 'Waiting for the wallet' })
    try {
      show({ tone: 'good', text: await run(signal, (text) => show({ tone: 'waiting', text })) })
    } catch (error) {
      show({ tone: 'bad', text: describeFailure(error) })
    }
  }

  const slug = name.toLowerCase().replaceAll(' ', '-')
  return (
    <div className="request">
      {children}
      <button
        type="button"
        className="plain"
        disabled={isOff || outcome?.tone === 'waiting'}
        onClick={start}
      >
        {name}
      </button>
      <div className="request-result">
        <output className="outcome" data-tone={outcome?.tone} data-testid={`outcome-${slug}`}>
          {outcome?.tone === 'good' && <Icon name="done" />}
          {outcome?.tone === 'bad' && <Icon name="warn" />}
          <span>{outcome?.text}</span>
        </output>
        {outcome?.tone === 'good' && <CopyButton label="Copy" text={() => outcome.text} />}
      </div>
    </div>
  )
}

function describeFailure(error: unknown): string {
  const code = isRecord(error) && 'code' in error ? `${error.code}: ` : ''
  return code + (error instanceof Error ? error.message : String(error))
}
