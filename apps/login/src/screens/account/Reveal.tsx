import { useEffect, useState } from 'preact/hooks'
import { useCooldown } from '../../code/useCooldown.js'
import type { Clock } from '../clock.js'
import { Button } from '../parts/Button.js'
import { CopyIcon, EyeIcon } from '../parts/icons.js'
import { Notice } from '../parts/Notice.js'
import type { AccountRequest } from '../screens.js'
import { reveal as words } from './text.js'

/** Keys are gone from the screen and from memory after this time. */
const shownFor = 60_000

export type RevealProps = {
  readonly request: AccountRequest
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly onBack: () => void
}

type Keys = { readonly eip155: string; readonly solana: string; readonly until: number }

export function Reveal({ request, clock, signal, onBack }: RevealProps) {
  const [keys, setKeys] = useState<Keys | undefined>()
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')

  useEffect(() => {
    if (keys) return clock.after(keys.until - clock.now(), () => setKeys(undefined))
  }, [keys])

  async function ask() {
    setState('asking')
    try {
      const shown = await request.reveal(signal)
      setKeys({ ...shown, until: clock.now() + shownFor })
      setState('idle')
    } catch {
      setState('failed')
    }
  }

  return (
    <main class="screen account" data-testid="login-reveal">
      <h1 class="title">{words.title}</h1>
      <Notice tone="warn" title={words.warning.title}>
        {words.warning.text}
      </Notice>
      {keys && <ShownKeys keys={keys} clock={clock} />}
      <p class="account-state" role="status">
        {state === 'failed' && words.fault}
      </p>
      <div class="actions">
        <Button variant="secondary" onPress={onBack} testId="account-back">
          {words.back}
        </Button>
        {!keys && (
          <Button busy={state === 'asking'} onPress={ask} testId="reveal-start">
            {state === 'asking' ? words.starting : words.start}
          </Button>
        )}
      </div>
    </main>
  )
}

function ShownKeys({ keys, clock }: { readonly keys: Keys; readonly clock: Clock }) {
  const seconds = useCooldown(clock, keys.until)
  return (
    <>
      {(['eip155', 'solana'] as const).map((family) => (
        <KeyBox key={family} label={words.keys[family]} value={keys[family]} />
      ))}
      <p class="hint">{words.left(seconds)}</p>
    </>
  )
}

function KeyBox({ label, value }: { readonly label: string; readonly value: string }) {
  const [isShown, setShown] = useState(false)
  const [isCopied, setCopied] = useState(false)
  return (
    <section class="key" aria-label={label}>
      <h2 class="hint">{label}</h2>
      {isShown ? (
        <code class="code key-value" dir="ltr" data-testid="reveal-key">
          {value}
        </code>
      ) : (
        <button
          type="button"
          class="key-cover"
          onClick={({ isTrusted }) => isTrusted && setShown(true)}
          data-testid="reveal-cover"
        >
          <EyeIcon />
          {words.hold}
        </button>
      )}
      {isShown && (
        <div class="actions">
          <Button variant="secondary" size="small" onPress={() => setShown(false)}>
            {words.hide}
          </Button>
          <Button
            variant="secondary"
            size="small"
            icon={CopyIcon}
            onPress={() => {
              navigator.clipboard.writeText(value).then(
                () => setCopied(true),
                () => setCopied(false),
              )
            }}
          >
            {isCopied ? words.copied : words.copy}
          </Button>
        </div>
      )}
    </section>
  )
}
