import { type KeyboardEvent, useState } from 'react'

/** Applies text on blur or Enter, so that no widget is created per keystroke. */
export function useDraft(value: string, commit: (text: string) => void) {
  const [draft, setDraft] = useState<string>()
  const finish = () => {
    if (draft !== undefined && draft !== value) commit(draft)
    setDraft(undefined)
  }
  return {
    value: draft ?? value,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setDraft(event.target.value),
    onBlur: finish,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter') finish()
    },
  }
}
