import type { Namespace } from '@latchkey/wire/caip'
import type { ChainSession, ConnectorId } from '../family.js'
import { connectionOf, type EmbeddedWalletInfo, type WalletInfo } from '../stores/connection.js'
import type { Widget } from '../widget.js'
import { dropSession } from './dropSession.js'

export type AdoptSessionParameters = {
  readonly namespace: Namespace
  readonly connectorId: ConnectorId
  readonly wallet: WalletInfo
  readonly session: ChainSession
  /** Of the embedded wallet: read again whenever the session changes. */
  readonly embedded?: (() => EmbeddedWalletInfo | undefined) | undefined
}

/** Takes over a live session: the one place where a namespace becomes connected. */
export function adoptSession(
  widget: Widget,
  { namespace, connectorId, wallet, session, embedded }: AdoptSessionParameters,
): void {
  const { connection, network } = widget.stores
  const former = widget.sessions.get(namespace)
  const before = connectionOf(connection.get(), namespace)
  widget.sessions.set(namespace, session)
  if (former && former !== session) {
    // The wallet left behind is told, but nobody waits for it. The same wallet asked again is not:
    // it would take back what it has just granted. Nor is one that goes on serving another family.
    const isOther = before.status === 'connected' && before.connectorId !== connectorId
    const isLeft =
      isOther &&
      !Object.entries(connection.get()).some(
        ([other, one]) =>
          other !== namespace &&
          one.status === 'connected' &&
          one.connectorId === before.connectorId,
      )
    former
      .end({ tellWallet: isLeft, signal: widget.signal })
      .catch((error: unknown) => widget.ports.log.warn('A wallet could not be told', error))
  }

  function sync() {
    if (widget.sessions.get(namespace) !== session) return
    const accounts = session.accounts()
    const [first] = accounts
    if (!first) return dropSession(widget, { namespace })
    // The visitor's own choice lasts until the wallet puts another account first.
    const choice = widget.ports.storage.get(`${namespace}:account_choice_cache`)
    const active = accounts.find(({ address }) => choice === `${first.address} ${address}`) ?? first
    if (active === first) widget.ports.storage.remove(`${namespace}:account_choice_cache`)
    session.use(active)
    network.set((state) => ({ active: { ...state.active, [namespace]: session.networkId() } }))
    connection.set({
      [namespace]: {
        status: 'connected',
        connectorId,
        wallet,
        accounts,
        active,
        approvedNetworks: session.approvedNetworks(),
        ...(embedded && { embedded: embedded() }),
      },
    })
  }

  session.on('change', sync)
  session.on('ended', () => {
    if (widget.sessions.get(namespace) === session) dropSession(widget, { namespace })
  })
  sync()
}
