import { useEffect, useLayoutEffect, useRef, useState } from 'react'

export type CodeFieldProps = {
  readonly label: string
  readonly codeLength: number
  readonly value: string
  readonly onChange: (digits: string) => void
  readonly isBusy: boolean
  readonly isWrong: boolean
  /** Id of the element that describes the field. */
  readonly describedBy: string
}

/**
 * Boxes under one real input, so that paste, autofill and screen readers see a single code. The digit
 * in the active box stays selected, so typing replaces it.
 */
export function CodeField({
  label,
  codeLength,
  value,
  onChange,
  isBusy,
  isWrong,
  describedBy,
}: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState(0)
  const [isFocused, setFocused] = useState(false)
  const active = activeBox(value, caret, codeLength)
  const boxes = Array.from({ length: codeLength }, (_, index) => index)

  function select(box: number) {
    const at = activeBox(value, box, codeLength)
    setCaret(at)
    field.current?.setSelectionRange(at, at + 1)
  }

  useEffect(() => {
    const input = field.current
    if (!input) return
    // A frame without size cannot get focus, so wait until it has one.
    const take = () => {
      if (document.activeElement === document.body) input.focus()
    }
    const sizes = new ResizeObserver(take)
    sizes.observe(input)
    window.addEventListener('focus', take)
    return () => {
      sizes.disconnect()
      window.removeEventListener('focus', take)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new value moves the selection
  useLayoutEffect(() => {
    // Only if focused: in some browsers a selection moves the focus.
    if (document.activeElement === field.current) select(caret)
  }, [value])

  return (
    <div
      className="code-field"
      dir="ltr"
      data-testid="wui-otp-input"
      data-wrong={isWrong || undefined}
      data-busy={isBusy || undefined}
      data-long={codeLength > 6 || undefined}
    >
      <input
        ref={field}
        className="code-input"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        data-1p-ignore="true"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        readOnly={isBusy}
        value={value}
        onInput={({ currentTarget }) => {
          const digits = digitsOf(currentTarget.value, codeLength)
          const at = digitsOf(
            currentTarget.value.slice(0, currentTarget.selectionStart ?? undefined),
            codeLength,
          ).length
          currentTarget.value = digits
          setCaret(at)
          if (digits === value) select(at)
          else onChange(digits)
        }}
        onKeyDown={(event) => {
          const to = { ArrowLeft: active - 1, ArrowRight: active + 1, Home: 0, End: codeLength }[
            event.key
          ]
          if (to === undefined || event.metaKey || event.ctrlKey || event.altKey) return
          event.preventDefault()
          select(Math.max(0, to))
        }}
        onPointerUp={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          select(Math.floor(((event.clientX - left) / width) * codeLength))
        }}
        onFocus={() => {
          setFocused(true)
          select(value.length)
        }}
        onBlur={() => setFocused(false)}
      />
      {boxes.map((box) => (
        <span
          key={box}
          className="code-box"
          aria-hidden="true"
          data-active={(isFocused && !isBusy && box === active) || undefined}
        >
          {value[box] ?? ''}
        </span>
      ))}
    </div>
  )
}

/** The digits of typed, pasted or filled-in text, converted from any script to ASCII. */
export function digitsOf(text: string, codeLength: number): string {
  return [...text]
    .map((character) => (/\p{Nd}/u.test(character) ? String(digitValue(character)) : ''))
    .join('')
    .slice(0, codeLength)
}

/** Unicode digits come in groups of ten: count back to the first one. */
function digitValue(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point < 128) return point - 48
  let zero = point
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return point - zero
}

/** The box of the caret: the next empty one, or the last one of a full field. */
export function activeBox(digits: string, caret: number, codeLength: number): number {
  return Math.min(caret, digits.length, codeLength - 1)
}
