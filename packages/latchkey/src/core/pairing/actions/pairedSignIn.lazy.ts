import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import { addressPlaceholder } from '@latchkey/wire/frame/siwxMessage'
import { formatSiwxMessage } from '@latchkey/wire/siwx'
import { disconnect } from '../../connection/actions/disconnect.js'
import type { Account, RequestedNamespace } from '../../connection/family.js'
import { withLoadingToast } from '../../modal/actions/loadingToast.js'
import { withBusy } from '../../modal/actions/withBusy.js'
import { getNetworkById } from '../../network/store.js'
import { SignInFailedError, SignInTimeoutError } from '../../runtime/errors/siwx.js'
import * as limits from '../../runtime/limits.js'
import { withTimeout } from '../../runtime/withTimeout.js'
import { addSessions } from '../../siwx/actions/addSessions.js'
import { createSignInMessage } from '../../siwx/actions/createSignInMessage.js'
import { recordSignInEvent } from '../../siwx/recordSignInEvent.js'
import type { SiwxMessageToSign, SiwxSession } from '../../siwx/siwx.js'
import { siwxText } from '../../text/siwx.js'
import type { Widget } from '../../widget.js'
import { type PairingSignIn, pairingConnectorId } from '../store.js'
import { type ConnectPairedParameters, connectPaired, switchToConnected } from './connectPaired.js'

export type CreatePairingSignInParameters = {
  readonly needs: ReadonlyMap<Namespace, RequestedNamespace>
}

/**
 * The sign-in to request together with the connection. Undefined if the wallet should connect first: for
 * other chain families, messages in a format of the site, and while the site's server does not answer.
 */
export async function createPairingSignIn(
  widget: Widget,
  { needs }: CreatePairingSignInParameters,
): Promise<PairingSignIn | undefined> {
  const { clock, log } = widget.ports
  const chains = needs.size === 1 ? (needs.get('eip155')?.chains ?? []) : []
  const { active } = widget.stores.network.get()
  const chainId = chains.find((id) => id === active.eip155) ?? chains[0]
  if (chainId === undefined) return undefined
  const late = () => new SignInTimeoutError()
  try {
    const message = await withTimeout(
      clock,
      { limit: limits.pairingSignInWait, late, signal: widget.signal },
      () => createMessage(widget, chainId),
    )
    if (!message) return undefined
    const others = chains.filter((id) => id !== chainId)
    return { ...toFields(message), chains: [chainId, ...others] }
  } catch (error) {
    log.warn('The wallet connects first and signs in later', error)
    return undefined
  }
}

async function createMessage(
  widget: Widget,
  chainId: NetworkId,
): Promise<SiwxMessageToSign | undefined> {
  const config = await widget.siwx?.()
  // The site signs in place of the wallet.
  if (!config || config.signMessage) return undefined
  const input = { accountAddress: addressPlaceholder, chainId }
  const message = await createSignInMessage(widget, input)
  const { scheme: _, ...fields } = message
  return message.toString() === formatSiwxMessage(fields) ? message : undefined
}

function toFields(message: SiwxMessageToSign): Omit<PairingSignIn, 'chains'> {
  const { domain, uri, nonce, statement, resources } = message
  const { issuedAt, expirationTime, notBefore, requestId } = message
  return {
    ...{ domain, uri, nonce, statement, resources },
    ...{ issuedAt, expirationTime, notBefore, requestId },
  }
}

/**
 * Connects a wallet that has just approved and adds what it signed, before the visitor is prompted to sign
 * in. Disconnects if the site does not accept that; after a reload the visitor signs again instead.
 */
export function connectSignedIn(
  widget: Widget,
  parameters: ConnectPairedParameters,
): Promise<readonly Account[]> {
  return withBusy(widget, 'sign-in', async () => {
    const sessions = activeFirst(widget, await parameters.paired.signIns())
    selectSignedNetwork(widget, sessions)
    const accounts = await connectPaired(widget, parameters)
    switchToConnected(widget, accounts)
    if (sessions.length === 0) return accounts
    try {
      await withLoadingToast(widget, siwxText.authenticating, () => addSessions(widget, sessions))
    } catch (error) {
      if (parameters.mode === 'silent') {
        widget.ports.log.warn('The wallet has to sign in again', error)
        return accounts
      }
      await giveUp(widget, error)
      throw new SignInFailedError({ cause: error })
    }
    return accounts
  })
}

/** Some sites have one session: that of the active network counts. */
function activeFirst({ stores }: Widget, sessions: readonly SiwxSession[]): readonly SiwxSession[] {
  const { active } = stores.network.get()
  const isActive = ({ data }: SiwxSession) => data.chainId === active.eip155
  return [...sessions.filter(isActive), ...sessions.filter((one) => !isActive(one))]
}

/** A wallet may sign for another network than the active one, and the visitor should sign once. */
function selectSignedNetwork({ stores }: Widget, [first]: readonly SiwxSession[]): void {
  // The site may have removed the network since the request.
  if (!first || !getNetworkById(stores.network.get(), first.data.chainId)) return
  stores.network.set(({ active }) => ({ active: { ...active, eip155: first.data.chainId } }))
}

async function giveUp(widget: Widget, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  recordSignInEvent(widget, 'SIWX_AUTH_ERROR', { message })
  try {
    await disconnect(widget, { namespace: 'eip155', id: pairingConnectorId, keepOpen: 'here' })
  } catch (cause) {
    widget.ports.log.warn('The wallet was not notified', cause)
  }
}
