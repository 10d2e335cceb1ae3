import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  readonly title: string
  /** Drawn above the title: who is asking. */
  readonly head?: ReactNode
  readonly children: ReactNode
  readonly actions: ReactNode
  readonly centred?: boolean
}

/**
 * A sheet over the phone, not over the window, so that on a desktop it stays inside the device. The
 * page behind it is made inert by its owner. There is no way to wave it away: a decision is a button.
 */
export function Sheet({ title, head, children, actions, centred = false }: Props) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.focus()
  }, [])
  const heading = (
    <h2 className="sheet-title" id={titleId}>
      {title}
    </h2>
  )
  return (
    <>
      <div className="scrim" />
      <dialog
        open
        className="sheet"
        ref={dialog}
        tabIndex={-1}
        aria-modal="true"
        aria-labelledby={titleId}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long request scrolls, also by keyboard */}
        <div className="sheet-scroll" tabIndex={0}>
          {centred ? (
            <div className="asker-large">
              {head}
              {heading}
            </div>
          ) : (
            <>
              {head}
              {heading}
            </>
          )}
          {children}
        </div>
        <div className="sheet-actions">{actions}</div>
      </dialog>
    </>
  )
}
