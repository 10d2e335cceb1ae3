import * as receiveText from '../../../core/text/receive.js'
import { useStores } from '../../../ui/hooks/useStore.js'
import { ListRow } from '../../../ui/parts/list-row/ListRow.js'
import { NetworkImage } from '../../../ui/parts/network-image/NetworkImage.js'
import { Notice } from '../../../ui/parts/notice/Notice.js'
import { Stack } from '../../../ui/parts/stack/Stack.js'
import { compatibleNetworks } from '../compatibleNetworks.js'
import { useAccount } from './ReceiveView.js'

export function CompatibleNetworksView() {
  const account = useAccount()
  const networks = useStores(['connection', 'network'], compatibleNetworks)
  const { warning, warningText, list } = receiveText.compatible
  if (!account) return null
  return (
    <Stack gap={16}>
      <Notice tone="warn" title={warning}>
        {warningText}
      </Notice>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
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
