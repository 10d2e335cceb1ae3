import type { Latchkey } from 'latchkey'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isRecord } from '../configuration/shape.js'
import { CopyButton } from '../panel/CopyButton.js'
import { Icon } from '../panel/Icon.js'
import type { Facts } from './facts.js'
import { sendEther, signTypedData, someAccount, waitForBlock } from './requests.js'

/** Things to ask the connected wallet for. */
export function TryCard({
  latchkey,
  facts,
}: {
  readonly latchkey: Latchkey
  readonly facts: Facts
}) {
  const [message, setMessage] = useState('Hello from the playground')
  const [amount, setAmount] = useState('0.001')
  const id = useId()
  const isConnected = facts.status === 'connected'
  return (
    <section className="card" aria-labelledby="try-title">
      <div className="card-head">
        <h2 id="try-title">Ask the wallet</h2>
        {!isConnected && <span className="hint">Connect first</span>}
      </div>
      <Deed name="Sign message" isOff={!isConnected} run={() => latchkey.signMessage(message)}>
        <label htmlFor={`${id}-message`}>Message</label>
        <input
          id={`${id}-message`}
          className="input"
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
      </Deed>
      <Deed name="Sign typed data" isOff={!isConnected} run={() => signTypedData(latchkey)}>
        <span className="deed-label">A letter in EIP-712 form</span>
      </Deed>
      <Deed
        name="Send"
        isOff={!isConnected}
        run={async (signal, show) => {
          const hash = await sendEther(latchkey, someAccount, amount)
          show(hash)
          const block = await waitForBlock(latchkey, hash, signal)
          return `${hash} in block ${block}`
        }}
      >
        <label htmlFor={`${id}-amount`}>Ether to another test account</label>
        <input
          id={`${id}-amount`}
          className="input"
          inputMode="decimal"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
      </Deed>
    </section>
  )
}

type Outcome = { readonly tone: 'waiting' | 'good' | 'bad'; readonly text: string }

type DeedProps = {
  readonly name: string
  readonly isOff: boolean
  readonly run: (signal: AbortSignal, show: (text: string) => void) => Promise<string>
  readonly children: ReactNode
}

function Deed({ name, isOff, run, children }: DeedProps) {
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
    <div className="deed">
      {children}
      <button
        type="button"
        className="plain"
        disabled={isOff || outcome?.tone === 'waiting'}
        onClick={start}
      >
        {name}
      </button>
      <output className="outcome" data-tone={outcome?.tone} data-testid={`outcome-${slug}`}>
        {outcome?.tone === 'good' && <Icon name="done" />}
        {outcome?.tone === 'bad' && <Icon name="warn" />}
        <span>{outcome?.text}</span>
      </output>
      {outcome?.tone === 'good' && <CopyButton label="Copy" text={() => outcome.text} />}
    </div>
  )
}

function describeFailure(error: unknown): string {
  const code = isRecord(error) && 'code' in error ? `${error.code}: ` : ''
  return code + (error instanceof Error ? error.message : String(error))
}
