import type { Latchkey } from 'latchkey'
import { LatchkeyButton, LatchkeyProvider, useLatchkeyAccount } from 'latchkey/react'
import { createElement, useEffect } from 'react'

export type HydratedAppProps = {
  readonly latchkey: Latchkey
  /** Called with every status that an effect sees, as a route guard would. */
  readonly onStatus: (status: string) => void
}

/** A page that the test renders on a server and the browser hydrates. */
export function HydratedApp({ latchkey, onStatus }: HydratedAppProps) {
  return createElement(
    LatchkeyProvider,
    { latchkey },
    createElement(LatchkeyButton),
    createElement(RouteGuard, { onStatus }),
  )
}

function RouteGuard({ onStatus }: Pick<HydratedAppProps, 'onStatus'>) {
  const { status } = useLatchkeyAccount()
  useEffect(() => onStatus(status), [status, onStatus])
  return createElement('p', { 'data-testid': 'status' }, status)
}
