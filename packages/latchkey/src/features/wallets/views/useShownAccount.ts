import type { Namespace } from '@latchkey/wire/caip'
import { shortenAddress } from '../../../core/format/address.js'
import { shortenName } from '../../../core/format/name.js'
import { activeNetwork } from '../../../core/network/store.js'
import * as limits from '../../../core/runtime/limits.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useIdentity } from '../../../ui/hooks/useIdentity.js'
import { useStore } from '../../../ui/hooks/useStore.js'

/** What an account is shown as: its name, or the two ends of its address. */
export function useShownAccount(address: string, namespace: Namespace) {
  const { stores } = useWidget()
  const network = useStore(stores.network, (state) => activeNetwork(state, namespace))
  const { name, avatar } = useIdentity(address, network)
  const shown =
    name === undefined ? shortenAddress(address) : shortenName(name, limits.chipNameLength)
  return { shown, avatar, network }
}
