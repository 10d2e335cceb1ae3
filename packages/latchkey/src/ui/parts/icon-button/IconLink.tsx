import type { Icon } from '@latchkey/parts/icons'
import { modalText } from '../../../core/text/modal.js'

export type IconLinkProps = {
  readonly icon: Icon
  /** Always said by screen readers and shown as a tooltip. */
  readonly label: string
  /** Opens in a new tab. */
  readonly href: string
  readonly testId?: string | undefined
}

export function IconLink({ icon: Icon, label, href, testId }: IconLinkProps) {
  return (
    <a
      className="icon-button"
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      aria-label={`${label} (${modalText.shell.opensNewTab})`}
      title={label}
      data-testid={testId}
    >
      <Icon />
    </a>
  )
}
