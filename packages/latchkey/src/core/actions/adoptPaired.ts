import { attachment } from '../attachment.js'
import { NotConnectedError } from '../errors/connection.js'
import { ChainNotSupportedError } from '../errors/network.js'
import type { Account } from '../family.js'
import { type PairedWallet, pairingConnectorId } from '../pairing.js'
import type { Widget } from '../widget.js'
import { adoptSession } from './adoptSession.js'

export type AdoptPairedParameters = {
  readonly paired: PairedWallet
  readonly mode: 'ask' | 'silent'
}

/** Connects every chain family a paired wallet serves; a wallet that serves none is let go. */
export async function adoptPaired(
  widget: Widget,
  { paired, mode }: AdoptPairedParameters,
): Promise<readonly Account[]> {
  const served = paired.namespaces.filter((namespace) => widget.families.has(namespace))
  const sessions = await Promise.all(
    served.map(async (namespace) => {
      const adapter = await widget.families.get(namespace)?.loadAdapter()
      const session = await adapter?.attach({
        transport: paired.transport(namespace),
        mode,
        ...attachment(widget, namespace),
        signal: widget.signal,
      })
      return session ? [{ namespace, session }] : []
    }),
  )
  const found = sessions.flat()
  if (found.length === 0) {
    await paired.end()
    throw new ChainNotSupportedError()
  }
  if (!paired.isLive()) {
    // The wallet left while its families were loading, when nobody listened yet.
    await Promise.all(found.map(({ session }) => session.end({ tellWallet: false })))
    throw new NotConnectedError()
  }
  for (const { namespace, session } of found) {
    adoptSession(widget, {
      namespace,
      session,
      connectorId: pairingConnectorId,
      wallet: { name: paired.name, icon: paired.icon, type: 'WALLET_CONNECT' },
    })
  }
  return found.flatMap(({ session }) => session.accounts())
}
