import { type KeyboardEvent, useState } from 'react'

/** Text that counts once its field is left or Enter is pressed, so that no widget is made per letter. */
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
