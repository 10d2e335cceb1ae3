import { ListRow } from '@latchkey/parts/ListRow'
import { useMemo, useState } from 'react'
import { getConnectionState } from '../../../core/connection/store.js'
import { selectNetwork } from '../../../core/network/actions/switchNetwork.js'
import type { Network } from '../../../core/network/network.js'
import { networkSearchDelay } from '../../../core/runtime/limits.js'
import * as networksText from '../../../core/text/networks.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useStore } from '../../hooks/useStore.js'
import { useDebouncedValue } from '../../hooks/useTime.js'
import { Badge } from '../../parts/Badge.js'
import { Empty } from '../../parts/Empty.js'
import { Link } from '../../parts/Link.js'
import { NetworkImage } from '../../parts/Picture.js'
import { SearchInput } from '../../parts/SearchInput.js'
import { RowList, Stack } from '../../parts/Stack.js'

export function NetworksView() {
  const { stores } = useWidget()
  const { navigate, recordEvent } = useActions()
  const choose = useAction(selectNetwork)
  const { networks, active, activeNamespace } = useStore(stores.network, (state) => state)
  const connections = useStore(stores.connection, (state) => state)
  const [search, setSearch] = useState('')
  const query = useDebouncedValue(search, networkSearchDelay).trim().toLowerCase()

  const rows = useMemo(() => {
    const isNotApproved = ({ id, namespace }: Network) => {
      const connection = getConnectionState(connections, namespace)
      if (connection.status !== 'connected') return false
      return connection.approvedNetworks?.includes(id) === false
    }
    const found = networks
      .filter(({ name }) => name.toLowerCase().includes(query))
      .map((network) => ({ network, isNotApproved: isNotApproved(network) }))
    // Networks that can be selected come first.
    return [
      ...found.filter((row) => !row.isNotApproved),
      ...found.filter((row) => row.isNotApproved),
    ]
  }, [networks, connections, query])

  const text = networksText.networks
  return (
    <Stack gap={12}>
      <SearchInput label={text.search} value={search} onChange={setSearch} />
      {rows.length === 0 ? (
        <Empty title={text.emptyTitle}>{text.emptyText}</Empty>
      ) : (
        <RowList label={text.listLabel}>
          {rows.map(({ network, isNotApproved }) => (
            <li key={network.id}>
              <NetworkRow
                network={network}
                isActive={
                  network.namespace === activeNamespace && active[activeNamespace] === network.id
                }
                isNotApproved={isNotApproved}
                onChoose={({ id }) => choose.run({ networkId: id })}
              />
            </li>
          ))}
        </RowList>
      )}
      <p className="aside">
        {text.footer}{' '}
        <Link
          onClick={() => {
            recordEvent({ event: 'CLICK_NETWORK_HELP' })
            navigate({ view: 'WhatIsANetwork', params: undefined })
          }}
        >
          {text.help}
        </Link>
      </p>
    </Stack>
  )
}

type NetworkRowProps = {
  readonly network: Network
  readonly isActive?: boolean
  /** The connected wallet did not approve it. */
  readonly isNotApproved?: boolean
  readonly onChoose: (network: Network) => void
}

export function NetworkRow({
  network,
  isActive = false,
  isNotApproved,
  onChoose,
}: NetworkRowProps) {
  const { active, notApproved, testnet } = networksText.networks
  return (
    <ListRow
      image={<NetworkImage name={network.name} src={network.imageUrl} />}
      title={network.name}
      subtitle={isNotApproved ? notApproved : network.isTestnet ? testnet : undefined}
      trailing={isActive && <Badge>{active}</Badge>}
      selected={isActive}
      disabled={isNotApproved === true}
      testId={`w3m-network-switch-${network.name}`}
      onClick={() => onChoose(network)}
    />
  )
}
