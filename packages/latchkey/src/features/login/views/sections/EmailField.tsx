import { type ReactNode, useEffect, useRef } from 'react'
import * as loginText from '../../../../core/text/login.js'
import { useWidget } from '../../../../ui/hooks/context.js'
import { MailIcon } from '../../../../ui/icons/login.js'

/** The longest an address can be (RFC 5321). */
const longest = 254

export type EmailFieldProps = {
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
