import { isSameAddress } from '@latchkey/wire/lookAlike'
import { type Hex, parseAddress, parseChainId } from '@latchkey/wire/rpc/hex'
import type { PermissionRequests } from '../../../core/connection/family.js'
import { getConnection } from '../../../core/connection/store.js'
import { navigate, openModal } from '../../../core/modal/actions/navigation.js'
import type { Network } from '../../../core/network/network.js'
import { getNetworkById } from '../../../core/network/store.js'
import { NetworkNotFoundError } from '../../../core/runtime/errors/network.js'
import { SmartSessionError } from '../../../core/runtime/errors/sessions.js'
import type {
  PermissionGrant,
  PermissionRequest,
} from '../../../core/sessions/permissionRequest.js'
import type { PermissionSupport } from '../../../core/sessions/sessionGrant.js'
import type { Widget } from '../../../core/widget.js'
import { loadPermissionReading } from '../sessionEntries.js'
import { getStoredGrants, type StoredGrant } from '../storedGrants.js'
import { storeGrant } from '../storeGrant.js'

export type GrantSessionParameters = { readonly request: PermissionRequest }

/** Asks the wallet for a permission, stores it with the provider and shows that it was created. */
export async function grantSession(
  widget: Widget,
  { request }: GrantSessionParameters,
): Promise<PermissionGrant & { readonly address: Hex }> {
  const connection = getConnection(widget, 'eip155')
  const address = parseAddress(connection?.active.address)
  if (!address) throw new SmartSessionError('no-account')
  if (request.address !== undefined && !isSameAddress(request.address, address)) {
    throw new SmartSessionError('invalid-request', { detail: '`address` is not connected' })
  }
  const network = getRequestedNetwork(widget, request)
  const { wallet, support } = await openWallet(widget, network)
  assertSupported(request, support)

  const grant = await wallet.grant({ ...request, address }, network)
  await assertGranted(widget, { request, grant, address, network })
  const stored: StoredGrant = {
    network: network.id,
    address,
    context: grant.context,
    expiry: grant.expiry,
    createdAt: widget.ports.clock.now(),
    permissions: grant.permissions,
    policies: request.policies,
  }
  getStoredGrants(widget).put(stored)
  // The grant counts without the provider, and is sent again when the list is opened.
  void storeGrant(widget, stored)
  showCreated(widget)
  return { ...grant, address }
}

function getRequestedNetwork({ stores }: Widget, { chainId }: PermissionRequest): Network {
  const id = `eip155:${parseChainId(chainId)}` as const
  const network = getNetworkById(stores.network.get(), id)
  if (!network) throw new NetworkNotFoundError(id)
  return network
}

/** The connected wallet, if it announces permissions on this network. */
export async function openWallet(
  widget: Widget,
  network: Network,
): Promise<{ readonly wallet: PermissionRequests; readonly support: PermissionSupport }> {
  const wallet = widget.sessions.get('eip155')?.permissions
  const support = await wallet?.support(network, widget.signal)
  if (!wallet || !support) throw new SmartSessionError('unsupported')
  return { wallet, support }
}

/** What the wallet announces has to include everything that is requested. */
function assertSupported(
  { signer, permissions, policies }: PermissionRequest,
  { signerTypes, permissionTypes, policyTypes }: PermissionSupport,
): void {
  const asked = [
    [[signer], signerTypes],
    [permissions, permissionTypes],
    [policies, policyTypes],
  ] as const
  for (const [items, supported] of asked) {
    const missing = items.find(({ type }) => supported && !supported.includes(type))
    if (missing) throw new SmartSessionError('unsupported-type', { detail: missing.type })
  }
}

type Granted = {
  readonly request: PermissionRequest
  readonly grant: PermissionGrant
  readonly address: Hex
  readonly network: Network
}

/** The answer has to be for this account, network and key, and may not last longer than asked. */
async function assertGranted(widget: Widget, parameters: Granted): Promise<void> {
  const { request, grant, address, network } = parameters
  const reading = await loadPermissionReading(widget)
  const terms = reading.parseContext(grant.context)
  const [key] = request.signer.data.keys
  const isAsked =
    `eip155:${parseChainId(grant.chainId)}` === network.id &&
    isSameAddress(grant.address ?? address, address) &&
    grant.expiry <= request.expiry
  const isSame =
    !terms ||
    (isSameAddress(terms.account, address) &&
      terms.networkId === network.id &&
      terms.validUntil <= request.expiry &&
      key !== undefined &&
      isSameAddress(terms.key, reading.toKeyAddress(key.publicKey) ?? ''))
  if (!isAsked || !isSame) throw new SmartSessionError('wrong-answer')
}

/** Over the view that asked, or as the only view. */
function showCreated(widget: Widget): void {
  const { isOpen } = widget.stores.modal.get()
  const route = { view: 'SmartSessionCreated' } as const
  if (isOpen) navigate(widget, route)
  else openModal(widget, { route })
}
