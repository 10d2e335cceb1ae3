import type { Namespace } from '@latchkey/wire/caip'
import {
  addConnection,
  getAttachParameters,
  isConnectedElsewhere,
} from '../../connection/actions/addConnection.js'
import { type Claim, type Claims, claimNamespaces } from '../../connection/actions/claims.js'
import type { Account, ChainSession } from '../../connection/family.js'
import { getConnection, getConnectionState } from '../../connection/store.js'
import { setNamespace } from '../../network/actions/setNamespace.js'
import { ModalClosedError, NotConnectedError } from '../../runtime/errors/connection.js'
import { ChainNotSupportedError } from '../../runtime/errors/network.js'
import type { Widget } from '../../widget.js'
import { type PairedWallet, pairingConnectorId } from '../store.js'

export type ConnectPairedParameters = {
  readonly paired: PairedWallet
  readonly mode: 'ask' | 'silent'
  /** By default claims every namespace that no other wallet serves. */
  readonly claims?: Claims | undefined
  /** Rejects if the wallet does not support this namespace. */
  readonly required?: Namespace | undefined
  /** See `addConnection`. */
  readonly makeActive?: boolean | undefined
}

type AttachedSession = { readonly claim: Claim; readonly session: ChainSession }

/** Connects the namespaces of a paired wallet. Ends the pairing if the wallet supports none. */
export async function connectPaired(
  widget: Widget,
  {
    paired,
    mode,
    claims = claimUnused(widget, paired),
    required,
    makeActive = true,
  }: ConnectPairedParameters,
): Promise<readonly Account[]> {
  const attached = await attachEach(widget, paired, mode, claims)
  const isSupported = attached.some(
    ({ claim }) => claim.namespace === (required ?? claim.namespace),
  )
  if (!isSupported || !paired.isConnected()) {
    await Promise.all(attached.map(({ session }) => session.end({ notifyWallet: false })))
    // The wallet may have disconnected while the adapters were loading.
    if (isSupported) throw new NotConnectedError()
    await paired.end()
    throw new ChainNotSupportedError()
  }
  const added = attached.filter((one) => add(widget, paired, one, makeActive))
  for (const claim of claims.values()) if (makeActive) claim.settle()
  if (added.length === 0) {
    // Notify a wallet that has just approved; a restored session stays for the next page.
    if (mode === 'ask') await paired.end()
    throw new ModalClosedError()
  }
  watchNamespaces(widget, paired)
  return added.flatMap(({ session }) => session.accounts())
}

/** Connects a wallet that has just approved, together with its sign-in if it signed one. */
export async function connectApproved(
  widget: Widget,
  parameters: ConnectPairedParameters,
): Promise<readonly Account[]> {
  if (widget.siwx) {
    return (await import('./pairedSignIn.lazy.js')).connectSignedIn(widget, parameters)
  }
  const accounts = await connectPaired(widget, parameters)
  switchToConnected(widget, accounts)
  return accounts
}

/** Claims every namespace of the wallet that no other wallet serves. */
function claimUnused(widget: Widget, paired: PairedWallet): Claims {
  const isUnused = (namespace: Namespace) =>
    !isConnectedElsewhere(widget, namespace, pairingConnectorId)
  return claimNamespaces(widget, paired.namespaces().filter(isUnused))
}

/** Switches to the first connected namespace if the active one is not connected. */
export function switchToConnected(widget: Widget, accounts: readonly Account[]): void {
  const [first] = accounts
  if (first && !getConnection(widget)) setNamespace(widget, { namespace: first.namespace })
}

/** Skips a namespace that fails to attach. */
async function attachEach(
  widget: Widget,
  paired: PairedWallet,
  mode: 'ask' | 'silent',
  claims: Claims,
): Promise<readonly AttachedSession[]> {
  const sessions = paired
    .namespaces()
    .map(async (namespace): Promise<readonly AttachedSession[]> => {
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

function add(
  widget: Widget,
  paired: PairedWallet,
  { claim, session }: AttachedSession,
  makeActive?: boolean,
): boolean {
  return addConnection(widget, {
    claim,
    namespace: claim.namespace,
    session,
    makeActive,
    connectorId: pairingConnectorId,
    wallet: { name: paired.name, icon: paired.icon, type: 'WALLET_CONNECT' },
  })
}

/** Connects namespaces that the wallet adds later. Sessions notice removed ones themselves. */
function watchNamespaces(widget: Widget, paired: PairedWallet): void {
  let supported = paired.namespaces()
  const stop = paired.onUpdate(async () => {
    const before = supported
    supported = paired.namespaces()
    const addedNamespaces = supported.filter(
      (namespace) =>
        !before.includes(namespace) &&
        getConnectionState(widget.stores.connection.get(), namespace).status === 'disconnected',
    )
    const attached = await attachEach(
      widget,
      paired,
      'silent',
      claimNamespaces(widget, addedNamespaces),
    )
    for (const one of attached) {
      if (paired.isConnected()) add(widget, paired, one)
    }
  })
  widget.signal.addEventListener('abort', stop, { once: true })
}
