import type { NetworkId } from '@latchkey/wire/caip'
import type { WalletTransport } from '../../core/connection/family.js'
import { formerId, presentId } from './chains.js'

/** A paired wallet that may know networks by their former ids only: it is asked by what it approved. */
export function withFormerIds(transport: WalletTransport): WalletTransport {
  const { approved, onLate } = transport
  if (!approved) return transport
  const approvedId = (id: NetworkId) => {
    const former = formerId(id)
    const { networks } = approved()
    return former && !networks.includes(id) && networks.includes(former) ? former : id
  }
  return {
    ...transport,
    request: ({ network, ...call }, signal) =>
      transport.request({ ...call, ...(network && { network: approvedId(network) }) }, signal),
    ...(onLate && {
      onLate: (listener: Parameters<typeof onLate>[0]) =>
        onLate((late) => {
          const networkId = presentId(late.networkId as NetworkId) ?? late.networkId
          listener({ ...late, networkId })
        }),
    }),
  }
}
