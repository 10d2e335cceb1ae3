import type { Namespace } from '@latchkey/wire/caip'
import { attachment } from '../attachment.js'
import { NotConnectedError } from '../errors/connection.js'
import { ChainNotSupportedError } from '../errors/network.js'
import type { Account, ChainSession } from '../family.js'
import { isTakenByOther } from '../isTakenByOther.js'
import { type PairedWallet, pairingConnectorId } from '../pairing.js'
import { connectedIn } from '../selectors.js'
import { connectionOf } from '../stores/connection.js'
import type { Widget } from '../widget.js'
import { adoptSession } from './adoptSession.js'
import { setNamespace } from './setNamespace.js'

export type AdoptPairedParameters = {
  readonly paired: PairedWallet
  readonly mode: 'ask' | 'silent'
  /** Only these chain families; by default all that no other wallet is connected for. */
  readonly namespaces?: readonly Namespace[] | undefined
  /** Without this one the wallet is of no use. */
  readonly required?: Namespace | undefined
  /** Beside the active connections, where there are some. */
  readonly beside?: boolean | undefined
}

type Found = {
  readonly namespace: Namespace
  readonly session: ChainSession
  readonly beside?: boolean | undefined
}

/** Connects the chain families a paired wallet serves; a wallet that is of no use is let go. */
export async function adoptPaired(
  widget: Widget,
  { paired, mode, namespaces, required, beside }: AdoptPairedParameters,
): Promise<readonly Account[]> {
  const isWanted = (namespace: Namespace) =>
    namespaces?.includes(namespace) ?? !isTakenByOther(widget, namespace, pairingConnectorId)
  const found = await attachEach(widget, paired, mode, paired.namespaces().filter(isWanted))
  const isOfUse = found.some(({ namespace }) => namespace === (required ?? namespace))
  if (!isOfUse || !paired.isLive()) {
    await Promise.all(found.map(({ session }) => session.end({ tellWallet: false })))
    // The wallet may have left while its families were loading, when nobody listened yet.
    if (isOfUse) throw new NotConnectedError()
    await paired.end()
    throw new ChainNotSupportedError()
  }
  for (const one of found) adopt(widget, paired, { ...one, beside })
  followUpdates(widget, paired)
  return found.flatMap(({ session }) => session.accounts())
}

/** A visitor whose wallet serves other chain families than the one they are in goes over to the first. */
export function goWhereConnected(widget: Widget, accounts: readonly Account[]): void {
  const [first] = accounts
  if (first && !connectedIn(widget)) setNamespace(widget, { namespace: first.namespace })
}

/** A family that cannot be attached is missing; the others are connected all the same. */
async function attachEach(
  widget: Widget,
  paired: PairedWallet,
  mode: 'ask' | 'silent',
  namespaces: readonly Namespace[],
): Promise<readonly Found[]> {
  const sessions = namespaces.map(async (namespace): Promise<readonly Found[]> => {
    try {
      const adapter = await widget.families.get(namespace)?.loadAdapter()
      const session = await adapter?.attach({
        transport: paired.transport(namespace),
        mode,
        ...attachment(widget, namespace),
        signal: widget.signal,
      })
      return session ? [{ namespace, session }] : []
    } catch (error) {
      widget.ports.log.warn(`The paired wallet is not connected on ${namespace}`, error)
      return []
    }
  })
  return (await Promise.all(sessions)).flat()
}

function adopt(widget: Widget, paired: PairedWallet, found: Found): void {
  adoptSession(widget, {
    ...found,
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
        connectionOf(widget.stores.connection.get(), namespace).status === 'disconnected',
    )
    const found = await attachEach(widget, paired, 'silent', added)
    for (const one of found) {
      if (paired.isLive()) adopt(widget, paired, one)
    }
  })
  widget.signal.addEventListener('abort', stop, { once: true })
}
