import { Button } from '@latchkey/parts/Button'
import { CopyIcon, icon } from '@latchkey/parts/icons'
import { Notice } from '@latchkey/parts/Notice'
import { useEffect, useState } from 'react'
import { CodeScreen } from '../../code/CodeScreen.js'
import { useCooldown } from '../../code/useCooldown.js'
import { GuardedButton, UnstyledGuardedButton } from '../../guard/GuardedButton.js'
import type { Guarded } from '../../guard/useGuard.js'
import { needsLogIn } from '../../loginError.js'
import type { Clock } from '../clock.js'
import type { CodeRequest } from '../screens.js'
import { AccountPage } from './AccountPage.js'
import type { AccountContext } from './AccountScreen.js'
import { reveal as texts } from './text.js'

/** Keys are removed from screen and memory after this time. */
const shownFor = 60_000

const EyeIcon = /* @__PURE__ */ icon(
  'M2.5 10c1.6-3.2 4.2-5 7.5-5s5.9 1.8 7.5 5c-1.6 3.2-4.2 5-7.5 5s-5.9-1.8-7.5-5M10 12.25a2.25 2.25 0 100-4.5 2.25 2.25 0 000 4.5',
)

type Keys = { readonly eip155: string; readonly solana: string; readonly until: number }

type Step =
  | { readonly name: 'warning' | 'asking' }
  | { readonly name: 'failed'; readonly text: string }
  | { readonly name: 'code'; readonly code: CodeRequest }
  | { readonly name: 'keys'; readonly keys: Keys }

const warning: Step = { name: 'warning' }

/** Export: a warning, a code mailed for this export only, then the keys for a minute. */
export function Reveal({ onBack, ...context }: AccountContext & { readonly onBack: () => void }) {
  const { request, clock, signal, mustBeVisible } = context
  const [step, setStep] = useState<Step>(warning)
  const keys = step.name === 'keys' ? step.keys : undefined

  useEffect(() => {
    if (keys) return clock.after(keys.until - clock.now(), () => setStep(warning))
  }, [clock, keys])

  async function showKeys() {
    const shown = await request.revealKeys(signal)
    setStep({ name: 'keys', keys: { ...shown, until: clock.now() + shownFor } })
  }

  async function attempt(work: () => Promise<void>) {
    setStep({ name: 'asking' })
    try {
      await work()
    } catch (error) {
      setStep({ name: 'failed', text: needsLogIn(error) ? texts.logIn : texts.errorText })
    }
  }

  const start = () =>
    attempt(async () => {
      const code = await request.startExport(signal)
      if (code) setStep({ name: 'code', code })
      else await showKeys()
    })

  if (step.name === 'code') {
    return (
      <CodeScreen
        request={step.code}
        clock={clock}
        signal={signal}
        onDone={() => attempt(showKeys)}
      />
    )
  }
  return (
    <AccountPage
      clock={clock}
      mustBeVisible={mustBeVisible}
      testId="login-reveal"
      content={step.name}
      state={step.name === 'failed' && step.text}
      onBack={onBack}
      actions={(guard) =>
        !keys && (
          <GuardedButton
            guard={guard}
            busy={step.name === 'asking'}
            onClick={start}
            testId="reveal-start"
          >
            {step.name === 'asking' ? texts.starting : texts.start}
          </GuardedButton>
        )
      }
    >
      {(guard) => (
        <>
          <h1 className="title">{texts.title}</h1>
          <Notice tone="warn" title={texts.warning.title}>
            {texts.warning.text}
          </Notice>
          {keys && <ShownKeys keys={keys} clock={clock} guard={guard} />}
        </>
      )}
    </AccountPage>
  )
}

type ShownKeysProps = {
  readonly keys: Keys
  readonly clock: Clock
  readonly guard: Guarded
}

function ShownKeys({ keys, clock, guard }: ShownKeysProps) {
  const seconds = useCooldown(clock, keys.until)
  return (
    <>
      {(['eip155', 'solana'] as const).map((family) => (
        <KeyBox key={family} label={texts.keys[family]} value={keys[family]} guard={guard} />
      ))}
      <p className="hint">{texts.left(seconds)}</p>
    </>
  )
}

type KeyBoxProps = {
  readonly label: string
  readonly value: string
  readonly guard: Guarded
}

function KeyBox({ label, value, guard }: KeyBoxProps) {
  const [isShown, setShown] = useState(false)
  const [isCopied, setCopied] = useState(false)
  const [box, setBox] = useState<HTMLElement | null>(null)

  function copy() {
    // From the window that shows the key: only a focused window may copy.
    const clipboard = box?.ownerDocument.defaultView?.navigator.clipboard
    clipboard?.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }

  return (
    <section className="key" aria-label={label} ref={setBox}>
      <h2 className="hint">{label}</h2>
      {isShown ? (
        <code className="code key-value" dir="ltr" data-testid="reveal-key">
          {value}
        </code>
      ) : (
        <UnstyledGuardedButton
          guard={guard}
          className="key-cover"
          onClick={() => setShown(true)}
          testId="reveal-cover"
        >
          <EyeIcon />
          {texts.hold}
        </UnstyledGuardedButton>
      )}
      {isShown && (
        <div className="actions">
          <Button variant="secondary" size="small" onClick={() => setShown(false)}>
            {texts.hide}
          </Button>
          <GuardedButton
            guard={guard}
            variant="secondary"
            size="small"
            icon={CopyIcon}
            onClick={copy}
            testId={isCopied ? 'reveal-copied' : 'reveal-copy'}
          >
            {isCopied ? texts.copied : texts.copy}
          </GuardedButton>
        </div>
      )}
    </section>
  )
}
