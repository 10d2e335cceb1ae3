import { useState } from 'react'
import { LoginError } from '../loginError.js'
import type { Clock } from '../screens/clock.js'
import { code } from './text.js'
import { useCooldown } from './useCooldown.js'

/** Time between two mails. */
const pause = 30_000

export type ResendProps = {
  readonly clock: Clock
  readonly texts: { readonly notReceived: string; readonly resend: string }
  /** Sends again; rejects with the reason if that fails. */
  readonly send: () => Promise<void>
  readonly onSent: () => void
  readonly onError: (error: unknown) => void
}

export function Resend({ clock, texts, send, onSent, onError }: ResendProps) {
  const [until, setUntil] = useState(() => clock.now() + pause)
  const [isSending, setSending] = useState(false)
  const seconds = useCooldown(clock, until)
  const isBlocked = isSending || seconds > 0

  async function onClick() {
    if (isBlocked) return
    setSending(true)
    try {
      await send()
      setUntil(clock.now() + pause)
      onSent()
    } catch (error) {
      const wait = error instanceof LoginError ? error.failure.retryAfter : undefined
      if (wait !== undefined) setUntil(clock.now() + Math.min(wait, 3_600) * 1_000)
      onError(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <p className="code-foot">
      {texts.notReceived}
      <button
        type="button"
        className="link"
        aria-disabled={isBlocked || undefined}
        data-testid="login-resend"
        onClick={onClick}
      >
        {isSending ? code.resending : seconds > 0 ? code.resendIn(seconds) : texts.resend}
      </button>
    </p>
  )
}
