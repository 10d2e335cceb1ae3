import { useEffect } from 'react'
import { connectedIn } from '../../../core/connection/selectors.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStores } from '../../../ui/hooks/useStore.js'
import { leaveWithoutAccount } from '../actions/leaveWithoutAccount.js'

/** The account that receives; a view without one is left. */
export function useAccount() {
  const account = useStores(['connection', 'network'], (widget) => connectedIn(widget)?.active)
  const { run: leave } = useAction(leaveWithoutAccount)
  const isLost = account === undefined
  useEffect(() => {
    if (isLost) void leave()
  }, [isLost, leave])
  return account
}
