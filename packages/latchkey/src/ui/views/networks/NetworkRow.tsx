import { ListRow } from '@latchkey/parts/ListRow'
import type { Network } from '../../../core/network/network.js'
import * as networksText from '../../../core/text/networks.js'
import { Badge } from '../../parts/badge/Badge.js'
import { NetworkImage } from '../../parts/network-image/NetworkImage.js'

export type NetworkRowProps = {
  readonly network: Network
  readonly isActive?: boolean
  /** The connected wallet has not agreed to it. */
  readonly isRefused?: boolean
  readonly onChoose: (network: Network) => void
}

export function NetworkRow({ network, isActive = false, isRefused, onChoose }: NetworkRowProps) {
  const { active, notApproved, testnet } = networksText.networks
  return (
    <ListRow
      image={<NetworkImage name={network.name} src={network.imageUrl} />}
      title={network.name}
      subtitle={isRefused ? notApproved : network.isTestnet ? testnet : undefined}
      trailing={isActive && <Badge>{active}</Badge>}
      selected={isActive}
      disabled={isRefused === true}
      testId={`w3m-network-switch-${network.name}`}
      onPress={() => onChoose(network)}
    />
  )
}
