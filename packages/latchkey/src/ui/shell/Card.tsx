import type { RefObject } from 'react'
import { currentRoute } from '../../core/stores/router.js'
import { useSurroundings } from '../hooks/context.js'
import { useStore } from '../hooks/useStore.js'
import { AlertBar } from './AlertBar.js'
import { Header, type HeaderDrag } from './Header.js'
import { Router } from './Router.js'
import { Toaster } from './Toaster.js'
import { useFrozen } from './useFrozen.js'

type CardProps = {
  readonly card: RefObject<HTMLDivElement | null>
  readonly titleId: string
  /** Keeps showing the view it has, while it moves out of sight. */
  readonly isFrozen: boolean
  readonly headerDrag?: HeaderDrag
}

export function Card({ card, titleId, isFrozen, headerDrag }: CardProps) {
  const { widget, embedded } = useSurroundings()
  const isShaking = useStore(widget.stores.modal, (modal) => modal.isShaking)
  const place = useFrozen(
    useStore(widget.stores.router, (router) => ({
      route: currentRoute(router),
      depth: router.history.length,
      direction: router.direction,
    })),
    isFrozen,
  )
  return (
    <div
      ref={card}
      className={embedded ? 'card card-embedded' : 'card'}
      tabIndex={-1}
      data-testid="w3m-modal-card"
      data-shaking={isShaking || undefined}
    >
      <Header place={place} titleId={titleId} drag={headerDrag} />
      {widget.config.debug && <AlertBar />}
      <Router place={place} card={card} />
      <Toaster />
    </div>
  )
}
