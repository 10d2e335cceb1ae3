import { Button } from '@latchkey/parts/Button'
import { useEffect } from 'react'
import { connect } from '../../../core/connection/actions/connect.js'
import type { AnnouncedWallet } from '../../../core/connection/family.js'
import { getConnectionState } from '../../../core/connection/store.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as connectingText from '../../../core/text/connecting.js'
import { useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useStore } from '../../hooks/useStore.js'
import { Attempt, type AttemptStatus, toFailedStatus } from '../Attempt.js'
import { NotDetected } from './NotDetected.js'

/** Connects an installed wallet on mount; unmounting cancels the attempt. */
export function InPageAttempt({ wallet }: { readonly wallet: AnnouncedWallet }) {
  const { config, stores } = useWidget()
  const { run, status, error } = useAction(connect, { quiet: true })
  const isConnected = useStore(stores.connection, (state) => {
    const current = getConnectionState(state, wallet.namespace)
    return current.status === 'connected' && current.connectorId === wallet.id
  })
  const { id, namespace } = wallet
  useEffect(() => {
    run({ connectorId: id, namespace })
  }, [run, id, namespace])

  if (isWidgetError(error, 'connection/connector-not-found'))
    return <NotDetected name={wallet.name} />
  const words: AttemptStatus =
    status === 'failed'
      ? toFailedStatus(error, wallet.name)
      : isConnected
        ? { state: 'success', title: connectingText.connecting.connectedTitle, text: '' }
        : {
            state: 'waiting',
            title: connectingText.connecting.waitingTitle(wallet.name),
            text: connectingText.connecting.waitingText,
          }
  return (
    <Attempt {...words} name={wallet.name} image={config.connectorImages[id] ?? wallet.icon}>
      {status === 'failed' && (
        <Button
          testId="w3m-connecting-widget-secondary-button"
          onClick={() => run({ connectorId: id, namespace })}
        >
          {connectingText.connecting.tryAgain}
        </Button>
      )}
    </Attempt>
  )
}
