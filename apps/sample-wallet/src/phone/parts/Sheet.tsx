import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  readonly title: string
  /** Shown above the title: the requesting app. */
  readonly head?: ReactNode
  readonly children: ReactNode
  readonly actions: ReactNode
  readonly centred?: boolean
}

/**
 * A sheet over the phone, not the window, so that it stays inside the device on a desktop. Its owner
 * makes the page behind it inert. It cannot be dismissed: every decision is a button.
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
            <div className="requester-large">
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
