import type { Namespace } from '@latchkey/wire/caip'
import {
  addConnection,
  getAttachParameters,
  isConnectedElsewhere,
} from '../../connection/actions/addConnection.js'
import { type Claim, type Claims, claimNamespaces } from '../../connection/actions/claims.js'
import type { Account, ChainSession } from '../../connection/family.js'
import { getConnection, getConnectionState } from '../../connection/store.js'
import { setNamespace } from '../../network/actions/activeNetwork.js'
import { ModalClosedError, NotConnectedError } from '../../runtime/errors/connection.js'
import { ChainNotSupportedError } from '../../runtime/errors/network.js'
import type { Widget } from '../../widget.js'
import { type PairedWallet, pairingConnectorId } from '../pairing.js'

export type ConnectPairedParameters = {
  readonly paired: PairedWallet
  readonly mode: 'ask' | 'silent'
  /** Only these chain families; by default all that no other wallet is connected for. */
  readonly claims?: Claims | undefined
  /** Without this one the wallet is of no use. */
  readonly required?: Namespace | undefined
  /** Beside the active connections, where there are some. */
  readonly beside?: boolean | undefined
}

type Found = { readonly claim: Claim; readonly session: ChainSession }

/** Connects the chain families a paired wallet serves; a wallet that is of no use is let go. */
export async function connectPaired(
  widget: Widget,
  { paired, mode, claims = claimFree(widget, paired), required, beside }: ConnectPairedParameters,
): Promise<readonly Account[]> {
  const found = await attachEach(widget, paired, mode, claims)
  const isOfUse = found.some(({ claim }) => claim.namespace === (required ?? claim.namespace))
  if (!isOfUse || !paired.isLive()) {
    await Promise.all(found.map(({ session }) => session.end({ tellWallet: false })))
    // The wallet may have left while its families were loading, when nobody listened yet.
    if (isOfUse) throw new NotConnectedError()
    await paired.end()
    throw new ChainNotSupportedError()
  }
  const adopted = found.filter((one) => adopt(widget, paired, one, beside))
  for (const claim of claims.values()) if (!beside) claim.settle()
  if (adopted.length === 0) {
    // A wallet that has just agreed is told; one that was only restored may be restored again.
    if (mode === 'ask') await paired.end()
    throw new ModalClosedError()
  }
  followUpdates(widget, paired)
  return adopted.flatMap(({ session }) => session.accounts())
}

/** All families it serves that no other wallet is connected for. */
function claimFree(widget: Widget, paired: PairedWallet): Claims {
  const isFree = (namespace: Namespace) =>
    !isConnectedElsewhere(widget, namespace, pairingConnectorId)
  return claimNamespaces(widget, paired.namespaces().filter(isFree))
}

/** A visitor whose wallet serves other chain families than the one they are in goes over to the first. */
export function switchToConnected(widget: Widget, accounts: readonly Account[]): void {
  const [first] = accounts
  if (first && !getConnection(widget)) setNamespace(widget, { namespace: first.namespace })
}

/** A family that cannot be attached is missing; the others are connected all the same. */
async function attachEach(
  widget: Widget,
  paired: PairedWallet,
  mode: 'ask' | 'silent',
  claims: Claims,
): Promise<readonly Found[]> {
  const sessions = paired.namespaces().map(async (namespace): Promise<readonly Found[]> => {
    const claim = claims.get(namespace)
    if (!claim) return []
    try {
      const adapter = await widget.families.get(namespace)?.loadAdapter()
      const session = await adapter?.attach({
        transport: paired.transport(namespace),
        mode,
        ...getAttachParameters(widget, namespace),
        signal: widget.signal,
      })
      return session ? [{ claim, session }] : []
    } catch (error) {
      widget.ports.log.warn(`The paired wallet is not connected on ${namespace}`, error)
      return []
    }
  })
  return (await Promise.all(sessions)).flat()
}

function adopt(
  widget: Widget,
  paired: PairedWallet,
  { claim, session }: Found,
  beside?: boolean,
): boolean {
  return addConnection(widget, {
    claim,
    namespace: claim.namespace,
    session,
    beside,
    connectorId: pairingConnectorId,
    wallet: { name: paired.name, icon: paired.icon, type: 'WALLET_CONNECT' },
  })
}

/** A wallet that adds a chain family to its session is connected there too. Sessions see what it drops. */
function followUpdates(widget: Widget, paired: PairedWallet): void {
  let served = paired.namespaces()
  const stop = paired.onUpdate(async () => {
    const before = served
    served = paired.namespaces()
    const added = served.filter(
      (namespace) =>
        !before.includes(namespace) &&
        getConnectionState(widget.stores.connection.get(), namespace).status === 'disconnected',
    )
    const found = await attachEach(widget, paired, 'silent', claimNamespaces(widget, added))
    for (const one of found) {
      if (paired.isLive()) adopt(widget, paired, one)
    }
  })
  widget.signal.addEventListener('abort', stop, { once: true })
}
