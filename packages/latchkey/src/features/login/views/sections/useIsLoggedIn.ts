import { useWidget } from '../../../../ui/hooks/context.js'
import { useStore } from '../../../../ui/hooks/useStore.js'

/** Whether an embedded wallet is connected already: there is one at a time. */
export function useIsLoggedIn(): boolean {
  return useStore(useWidget().stores.connection, (state) =>
    Object.values(state).some(
      (connection) => connection.status === 'connected' && connection.wallet.type === 'AUTH',
    ),
  )
}
