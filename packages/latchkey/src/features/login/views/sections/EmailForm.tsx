import { ErrorIcon } from '@latchkey/parts/icons'
import { Spinner } from '@latchkey/parts/Spinner'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isWidgetError } from '../../../../core/runtime/errors/WidgetError.js'
import * as loginText from '../../../../core/text/login.js'
import { useActions, useWidget } from '../../../../ui/hooks/context.js'
import { useStore } from '../../../../ui/hooks/useStore.js'
import { ArrowIcon, MailIcon } from '../../../../ui/icons/lazyIcons.js'
import { logInByEmail } from '../../actions/logInByEmail.js'
import { loginFlow } from '../../store.js'

/** The longest an address can be (RFC 5321). */
const longest = 254

type EmailFieldProps = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onFocus?: (() => void) | undefined
  readonly disabled?: boolean
  readonly readOnly?: boolean
  /** The id of the sentence that says what is wrong, if something is. */
  readonly errorId?: string | undefined
  /** Takes the focus when it appears, except on phones, where the keyboard would cover the view. */
  readonly focused?: boolean
  /** At the end of the field. */
  readonly children?: ReactNode
}

export function EmailField(props: EmailFieldProps) {
  const { value, onChange, onFocus, disabled, readOnly, errorId, focused = false, children } = props
  const { device } = useWidget().ports.page
  const input = useRef<HTMLInputElement>(null)
  const takesFocus = focused && !device.isMobile
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  return (
    <div className="email-field" data-disabled={disabled || undefined}>
      <MailIcon />
      <input
        ref={input}
        type="email"
        className="email-input"
        aria-label={loginText.email.label}
        aria-invalid={errorId !== undefined || undefined}
        aria-describedby={errorId}
        placeholder={loginText.email.label}
        value={value}
        // An address reads from left to right wherever it stands; the hint follows the page.
        dir={value === '' ? undefined : 'ltr'}
        disabled={disabled}
        readOnly={readOnly}
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={longest}
        data-testid="wui-email-input"
        onFocus={onFocus}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {children}
    </div>
  )
}

/** Fewer characters are no address yet (public surface §4.3, §4.5). */
const least = 4

export function isLongEnough(email: string): boolean {
  return email.trim().length >= least
}

export type EmailFormProps = {
  readonly disabled: boolean
  /** Takes the focus when it appears. */
  readonly focused?: boolean
}

export function EmailForm({ disabled, focused = false }: EmailFormProps) {
  const widget = useWidget()
  const { recordEvent } = useActions()
  const flow = loginFlow(widget)
  const { email, emailStep, emailError } = useStore(flow, (state) => state)
  const [typed, setTyped] = useState(email)
  const errorId = useId()
  const isBusy = emailStep === 'sending' || emailStep === 'connecting'
  const canSubmit = !disabled && !isBusy && isLongEnough(typed)
  // What was typed since then has not been refused.
  const isInvalid = isWidgetError(emailError, 'login/invalid-email') && typed.trim() === email
  return (
    <form
      className="email-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (canSubmit) void logInByEmail(widget, { email: typed.trim() })
      }}
    >
      <EmailField
        value={typed}
        onChange={setTyped}
        onFocus={() => recordEvent({ event: 'EMAIL_LOGIN_SELECTED' })}
        disabled={disabled}
        readOnly={isBusy}
        errorId={isInvalid ? errorId : undefined}
        focused={focused}
      >
        {(isBusy || canSubmit) && (
          <button
            type="submit"
            className="email-submit"
            aria-label={loginText.email.submit}
            aria-disabled={isBusy || undefined}
            aria-busy={isBusy || undefined}
            data-testid="email-submit"
          >
            {isBusy ? <Spinner /> : <ArrowIcon />}
          </button>
        )}
      </EmailField>
      {isInvalid && (
        <p id={errorId} className="email-error" role="alert" data-testid="email-error">
          <ErrorIcon size={16} />
          <span>{loginText.email.invalid}</span>
        </p>
      )}
    </form>
  )
}
