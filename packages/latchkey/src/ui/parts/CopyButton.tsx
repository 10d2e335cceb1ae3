import { Button } from '@latchkey/parts/Button'
import { CopyIcon } from '@latchkey/parts/icons'
import { modalText } from '../../core/text/modal.js'
import { useActions } from '../hooks/context.js'

export type CopyButtonProps = {
  readonly label: string
  /** The text to copy; the button is disabled without one. */
  readonly value: string | undefined
  /** Text of the toast. */
  readonly done?: string
  readonly variant?: 'secondary' | 'quiet'
  readonly testId?: string | undefined
}

export function CopyButton({
  label,
  value,
  done = modalText.shell.copied,
  variant = 'secondary',
  testId,
}: CopyButtonProps) {
  const actions = useActions()
  return (
    <Button
      variant={variant}
      icon={CopyIcon}
      disabled={value === undefined}
      onClick={() => value !== undefined && actions.copyText({ text: value, done })}
      testId={testId}
    >
      {label}
    </Button>
  )
}
