import { WarningIcon } from '@latchkey/parts/icons'
import { modalText } from '../../../core/text/modal.js'
import { Empty } from '../empty/Empty.js'

type FailureProps = { readonly text: string; readonly onRetry: () => void }

/** What failed, that nothing was lost, and another try. */
export function Failure({ text, onRetry }: FailureProps) {
  return (
    <Empty
      icon={WarningIcon}
      title={modalText.shell.failureTitle}
      action={{ label: modalText.shell.retry, onPress: onRetry }}
    >
      {text}
    </Empty>
  )
}
