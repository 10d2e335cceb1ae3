import { modalText } from '../../core/text/modal.js'

export type DividerProps = { readonly text?: string; readonly testId?: string | undefined }

export function Divider({ text = modalText.shell.or, testId = 'wui-separator' }: DividerProps) {
  return (
    <div className="divider" data-testid={testId}>
      <span>{text}</span>
    </div>
  )
}
