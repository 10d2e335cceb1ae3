import type { Session } from '@latchkey/pairing/session'
import { dappOf } from './dapp.js'
import type { SessionItem } from './phoneState.js'

export function sessionItem({ topic, peer, namespaces }: Session): SessionItem {
  const accounts = Object.values(namespaces).flatMap((namespace) => namespace.accounts)
  const ids = accounts.map((account) => account.slice(0, account.lastIndexOf(':')))
  return {
    topic,
    dapp: dappOf(peer.metadata),
    chains: [...new Set(ids)],
    accounts,
    address: accounts[0]?.split(':')[2] ?? '',
  }
}
