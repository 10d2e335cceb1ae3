import { CloseIcon, SearchIcon } from '@latchkey/parts/icons'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { modalText } from '../../core/text/modal.js'

export type SearchInputProps = {
  /** Read by screen readers; also the default placeholder. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string | undefined
  /** Takes the focus on mount. Not for phones, where the keyboard would cover the list. */
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

  // The card keeps its height while searching, so that the field does not move during typing.
  const isSearching = value !== ''
  useLayoutEffect(() => {
    const content = input.current?.closest<HTMLElement>('.content')
    const shown = content?.parentElement
    if (!isSearching || !shown) return undefined
    content.style.minBlockSize = `${shown.getBoundingClientRect().height}px`
    return () => {
      content.style.minBlockSize = ''
    }
  }, [isSearching])

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
          // The first Escape clears the field; the next one closes the modal.
          if (event.key !== 'Escape' || value === '') return
          event.preventDefault()
          onChange('')
        }}
      />
      {isSearching && (
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
