import { type KeyboardEvent, useId, useState } from 'react'
import { Icon } from './Icon.js'

type TextInputProps = {
  readonly id?: string
  readonly label?: string
  readonly value: string
  readonly example?: string | undefined
  readonly describedBy?: string | undefined
  /** What is wrong with a text; undefined when nothing is. */
  readonly check?: (text: string) => string | undefined
  readonly onCommit: (text: string) => void
}

/** A line of text. Invalid input stays in the field but is not applied. */
export function TextInput({
  id,
  label,
  value,
  example,
  describedBy,
  check,
  onCommit,
}: TextInputProps) {
  const problemId = useId()
  const [rejected, setRejected] = useState<string>()
  const problem = rejected === undefined ? undefined : check?.(rejected)
  const draft = useDraft(rejected ?? value, (text) => {
    const isFine = check?.(text.trim()) === undefined
    setRejected(isFine ? undefined : text.trim())
    if (isFine) onCommit(text.trim())
  })
  return (
    <>
      <input
        {...draft}
        id={id}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? problemId : describedBy}
        className="input"
        type="text"
        placeholder={example}
        autoComplete="off"
        spellCheck={false}
      />
      {problem && (
        <p className="problem" id={problemId}>
          <Icon name="warn" /> {problem}
        </p>
      )}
    </>
  )
}

/** Applies text on blur or Enter, so that no widget is created per keystroke. */
function useDraft(value: string, commit: (text: string) => void) {
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
