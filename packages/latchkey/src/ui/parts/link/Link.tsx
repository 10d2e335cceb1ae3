import { ExternalIcon } from '@latchkey/parts/icons'
import type { ReactNode } from 'react'
import { modalText } from '../../../core/text/modal.js'

export type LinkProps = {
  readonly children: ReactNode
  readonly testId?: string | undefined
} & (
  | { readonly href: string; readonly onPress?: (() => void) | undefined }
  | { readonly href?: undefined; readonly onPress: () => void }
)

/** Text that leads on: with `href` to another page in a new tab, else to another view. */
export function Link({ children, testId, href, onPress }: LinkProps) {
  if (href === undefined) {
    return (
      <button type="button" className="link" data-testid={testId} onClick={onPress}>
        {children}
      </button>
    )
  }
  return (
    <a
      className="link"
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      data-testid={testId}
      onClick={onPress}
    >
      {children}
      <ExternalIcon size={14} />
      <span className="visually-hidden"> ({modalText.shell.opensNewTab})</span>
    </a>
  )
}
