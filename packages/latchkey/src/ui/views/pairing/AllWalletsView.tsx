import { useState } from 'react'
import * as connectText from '../../../core/text/connect.js'
import * as pairingText from '../../../core/text/pairing.js'
import type { WalletRow } from '../../../core/walletList.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { QrIcon } from '../../icons/index.js'
import { Button } from '../../parts/button/Button.js'
import { Empty } from '../../parts/empty/Empty.js'
import { IconButton } from '../../parts/icon-button/IconButton.js'
import { SearchInput } from '../../parts/search-input/SearchInput.js'
import { Stack } from '../../parts/stack/Stack.js'
import { WalletImage } from '../../parts/wallet-image/WalletImage.js'
import { useChooseWallet } from '../connect/useChooseWallet.js'
import { useWalletList } from '../connect/useWalletList.js'

/** Every wallet known here, to be searched by name. */
export function AllWalletsView() {
  const { config, ports } = useWidget()
  const { selectWallet } = useActions()
  const { all } = useWalletList()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted))
  const text = pairingText.allWallets
  return (
    <Stack gap={16}>
      <div className="search-line">
        <SearchInput label={text.search} value={search} onChange={setSearch} />
        {config.pairing && ports.page.device.isMobile && (
          <IconButton icon={QrIcon} label={text.showCode} onPress={() => selectWallet({})} />
        )}
      </div>
      {found.length > 0 ? (
        // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one
        <ul className="wallet-grid" role="list" data-testid="wallet-list">
          {found.map((row) => (
            <li key={row.id}>
              <WalletCard row={row} />
            </li>
          ))}
        </ul>
      ) : (
        <Stack gap={8}>
          <Empty title={text.emptyTitle} testId="no-wallet-found">
            {text.emptyText}
          </Empty>
          {config.pairing && (
            <Button variant="secondary" icon={QrIcon} onPress={() => selectWallet({})}>
              {text.showCode}
            </Button>
          )}
        </Stack>
      )}
    </Stack>
  )
}

function WalletCard({ row }: { readonly row: WalletRow }) {
  const choose = useChooseWallet()
  const isBlocked = row.blocked !== undefined
  return (
    <button
      type="button"
      className="wallet-card"
      aria-disabled={isBlocked || undefined}
      title={row.name}
      data-testid={`wallet-search-item-${row.id}`}
      onClick={isBlocked ? undefined : () => choose(row)}
    >
      <WalletImage name={row.name} src={row.image} />
      <span className="wallet-card-name">{row.name}</span>
      {row.badge === 'installed' && (
        <span className="wallet-card-badge">{connectText.badges.installed}</span>
      )}
    </button>
  )
}
