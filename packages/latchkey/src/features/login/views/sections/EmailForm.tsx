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

export type EmailFormProps = {
  readonly disabled: boolean
  /** Takes the focus on mount. */
  readonly focused?: boolean
}

export function EmailForm({ disabled, focused = false }: EmailFormProps) {
  const widget = useWidget()
  const { recordEvent } = useActions()
  const flow = loginFlow(widget)
  const { email, emailStep, emailError } = useStore(flow, (state) => state)
  const [text, setText] = useState(email)
  const errorId = useId()
  const isBusy = emailStep === 'sending' || emailStep === 'connecting'
  const canSubmit = !disabled && !isBusy && isPlausibleEmail(text)
  // The error belongs to the submitted address only.
  const isInvalid = isWidgetError(emailError, 'login/invalid-email') && text.trim() === email
  return (
    <form
      className="email-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (canSubmit) void logInByEmail(widget, { email: text.trim() })
      }}
    >
      <EmailField
        value={text}
        onChange={setText}
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

type EmailFieldProps = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onFocus?: (() => void) | undefined
  readonly disabled?: boolean
  readonly readOnly?: boolean
  /** The id of the error message, if there is one. */
  readonly errorId?: string | undefined
  /** Takes the focus on mount, except on phones, where the keyboard would cover the view. */
  readonly focused?: boolean
  /** At the end of the field. */
  readonly children?: ReactNode
}

/** RFC 5321. */
const maxLength = 254

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
        // Addresses are left-to-right; the placeholder follows the page.
        dir={value === '' ? undefined : 'ltr'}
        disabled={disabled}
        readOnly={readOnly}
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={maxLength}
        data-testid="wui-email-input"
        onFocus={onFocus}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {children}
    </div>
  )
}

/** Public surface §4.3, §4.5. */
const minLength = 4

export function isPlausibleEmail(email: string): boolean {
  return email.trim().length >= minLength
}
