import { CheckIcon, ErrorIcon } from '@latchkey/parts/icons'

export type OutcomeProps = {
  /** `wrong` is about what was typed, `fault` about anything else. */
  readonly tone: 'wrong' | 'fault' | 'resent'
  readonly text: string
}

/** What became of the last try, with a sign beside the words: not everybody sees colours. */
export function Outcome({ tone, text }: OutcomeProps) {
  const isGood = tone === 'resent'
  return (
    <span className={isGood ? 'code-resent' : 'code-fault'}>
      {isGood ? <CheckIcon size={16} /> : <ErrorIcon size={16} />}
      {text}
    </span>
  )
}
