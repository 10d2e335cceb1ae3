import { CheckIcon, ErrorIcon } from '@latchkey/parts/icons'

export type OutcomeProps = {
  /** `wrong` is a typing error, `fault` any other error. */
  readonly tone: 'wrong' | 'fault' | 'resent'
  readonly text: string
}

/** The result of the last attempt. The icon helps users who do not see colours. */
export function Outcome({ tone, text }: OutcomeProps) {
  const isGood = tone === 'resent'
  return (
    <span className={isGood ? 'code-resent' : 'code-fault'}>
      {isGood ? <CheckIcon size={16} /> : <ErrorIcon size={16} />}
      {text}
    </span>
  )
}
