import { CloseIcon, SearchIcon } from '@latchkey/parts/icons'
import { useEffect, useRef } from 'react'
import { modalText } from '../../core/text/modal.js'

export type SearchInputProps = {
  /** Said by screen readers; also the placeholder unless that is given. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string | undefined
  /** Takes the focus when it appears. Not for phones, where the keyboard would cover the list. */
  readonly focused?: boolean
  readonly testId?: string | undefined
}

export function SearchInput({
  label,
  value,
  onChange,
  placeholder = label,
  focused = false,
  testId = 'wui-input-text',
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])

  return (
    <span className="search">
      <SearchIcon />
      <input
        ref={input}
        type="search"
        className="search-input"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={100}
        data-testid={testId}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          // The first Escape empties the field; the next one is the modal's.
          if (event.key !== 'Escape' || value === '') return
          event.preventDefault()
          onChange('')
        }}
      />
      {value !== '' && (
        <button
          type="button"
          className="search-clear"
          aria-label={modalText.shell.clear}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        >
          <CloseIcon size={16} />
        </button>
      )}
    </span>
  )
}
