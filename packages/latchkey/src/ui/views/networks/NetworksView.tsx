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
  const wanted = useDebouncedValue(search, networkSearchDelay).trim().toLowerCase()

  const rows = useMemo(() => {
    const isRefused = ({ id, namespace }: Network) => {
      const connection = getConnectionState(connections, namespace)
      if (connection.status !== 'connected') return false
      return connection.approvedNetworks?.includes(id) === false
    }
    const found = networks
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .map((network) => ({ network, isRefused: isRefused(network) }))
    // What can be chosen stands first.
    return [...found.filter((row) => !row.isRefused), ...found.filter((row) => row.isRefused)]
  }, [networks, connections, wanted])

  const text = networksText.networks
  return (
    <Stack gap={12}>
      <SearchInput label={text.search} value={search} onChange={setSearch} />
      {rows.length === 0 ? (
        <Empty title={text.emptyTitle}>{text.emptyText}</Empty>
      ) : (
        <RowList label={text.listLabel}>
          {rows.map(({ network, isRefused }) => (
            <li key={network.id}>
              <NetworkRow
                network={network}
                isActive={
                  network.namespace === activeNamespace && active[activeNamespace] === network.id
                }
                isRefused={isRefused}
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
      onClick={() => onChoose(network)}
    />
  )
}
