import { CopyIcon } from '@latchkey/parts/icons'
import { ListRow } from '@latchkey/parts/ListRow'
import { Notice } from '@latchkey/parts/Notice'
import { useEffect } from 'react'
import { getConnection } from '../../../core/connection/store.js'
import { shortenAddress, shortenName } from '../../../core/format/format.js'
import type { Network } from '../../../core/network/network.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import * as receiveText from '../../../core/text/receive.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useIdentity } from '../../../ui/hooks/useResource.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { FullAddress } from '../../../ui/parts/FullAddress.js'
import { NetworkImage } from '../../../ui/parts/Picture.js'
import { QrCode } from '../../../ui/parts/qr-code/QrCode.js'
import { Stack } from '../../../ui/parts/Stack.js'
import { leaveReceive } from '../actions/leaveReceive.js'
import { getCompatibleNetworks } from '../compatibleNetworks.js'

/** Public surface §4.8 and §8.2. */
const codeSize = 232

const nameLength = 18

const addressEnds = 4

const shownNetworks = 5

export function ReceiveView() {
  const { stores } = useWidget()
  const account = useAccount()
  const network = useStore(stores.network, (state) => getActiveNetwork(state))
  if (!account) return null
  const { address } = account
  return (
    <div className="receive">
      <AccountChip address={address} network={network} />
      <QrCode value={address} alt={receiveText.receive.code} size={codeSize} />
      <p className="receive-address">
        <span className="visually-hidden">{receiveText.receive.address} </span>
        <FullAddress address={address} testId="receive-address" />
      </p>
      <p className="receive-line">
        {receiveText.purposes[account.type] ?? receiveText.receive.line}
      </p>
      <NetworksRow />
    </div>
  )
}

function AccountChip({
  address,
  network,
}: {
  readonly address: string
  readonly network: Network | undefined
}) {
  const { copyText } = useActions()
  const { name } = useIdentity(address, network)
  const { copy, copied } = receiveText.receive
  const shown = name
    ? shortenName(name, nameLength)
    : shortenAddress(address, addressEnds, addressEnds)
  return (
    <button
      type="button"
      className="receive-chip"
      title={name ?? address}
      data-testid="receive-address-copy-button"
      onClick={() => copyText({ text: address, done: copied })}
    >
      <span className="visually-hidden">{copy} </span>
      <NetworkImage name={network?.name ?? '?'} src={network?.imageUrl} size={20} />
      <bdi>{shown}</bdi>
      <CopyIcon size={16} />
    </button>
  )
}

function NetworksRow() {
  const { navigate } = useActions()
  const networks = useStores(['connection', 'network'], getCompatibleNetworks)
  return (
    <ListRow
      title={receiveText.receive.networks}
      trailing={
        <span className="receive-networks">
          <span className="visually-hidden">{networks.map(({ name }) => name).join(', ')}</span>
          {networks.slice(0, shownNetworks).map(({ id, name, imageUrl }) => (
            <NetworkImage key={id} name={name} src={imageUrl} size={20} />
          ))}
        </span>
      }
      chevron
      testId="receive-compatible-networks"
      onClick={() => navigate({ view: 'WalletCompatibleNetworks', params: undefined })}
    />
  )
}

export function CompatibleNetworksView() {
  const account = useAccount()
  const networks = useStores(['connection', 'network'], getCompatibleNetworks)
  const { warning, warningText, list } = receiveText.compatible
  if (!account) return null
  return (
    <Stack gap={16}>
      <Notice tone="warn" title={warning}>
        {warningText}
      </Notice>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without markers */}
      <ul className="row-list" role="list" aria-label={list}>
        {networks.map(({ id, name, imageUrl }) => (
          <li key={id}>
            <ListRow
              image={<NetworkImage name={name} src={imageUrl} />}
              title={name}
              testId="compatible-network"
            />
          </li>
        ))}
      </ul>
    </Stack>
  )
}

/** The active account; leaves the view without one. */
function useAccount() {
  const account = useStores(['connection', 'network'], (widget) => getConnection(widget)?.active)
  const { run: leave } = useAction(leaveReceive)
  const isMissing = account === undefined
  useEffect(() => {
    if (isMissing) void leave()
  }, [isMissing, leave])
  return account
}
