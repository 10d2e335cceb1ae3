import { Button } from '@latchkey/parts/Button'
import { CheckIcon, QrIcon } from '@latchkey/parts/icons'
import { Notice } from '@latchkey/parts/Notice'
import { useState } from 'react'
import * as connectText from '../../../core/text/connect.js'
import * as pairingText from '../../../core/text/pairing.js'
import type { WalletRow } from '../../../core/wallets/walletList.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { Empty } from '../../parts/Empty.js'
import { IconButton } from '../../parts/IconButton.js'
import { WalletImage } from '../../parts/Picture.js'
import { SearchInput } from '../../parts/SearchInput.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { Stack } from '../../parts/Stack.js'
import { Switch } from '../../parts/Switch.js'
import { type CellFocus, VirtualGrid } from '../../parts/virtual-grid/VirtualGrid.js'
import { getErrorText } from '../Attempt.js'
import { useChooseWallet } from '../connect/useWalletList.js'
import { useAllWallets } from './useAllWallets.js'

const text = pairingText.allWallets
/** Fills the card, so that its height does not change when the first page has loaded. */
const rowsInSight = 4
const perRow = 4

/** The wallet directory, page by page, with a search. */
export function AllWalletsView() {
  const { config, ports } = useWidget()
  const { selectWallet, notify } = useActions()
  const [search, setSearch] = useState('')
  const [certified, setCertified] = useState(false)
  const wallets = useAllWallets(search, certified)
  const { rows, total, isLoading, error } = wallets
  const missingRows = Math.max(1, rowsInSight - Math.ceil(rows.length / perRow))

  function switchCertified(isOn: boolean) {
    setCertified(isOn)
    if (isOn) notify({ variant: 'success', message: text.certifiedOnly })
  }

  return (
    <div className="all-wallets">
      <div className="wallet-search">
        <div className="search-line">
          <SearchInput label={text.search} value={search} onChange={setSearch} />
          {config.pairing && ports.page.device.isMobile && (
            <IconButton icon={QrIcon} label={text.showCode} onClick={() => selectWallet({})} />
          )}
        </div>
        {config.providerUrl && (
          <div className="wallet-filter">
            <span role="status">{total !== undefined && text.count(total)}</span>
            <Switch checked={certified} onChange={switchCertified} testId="wui-certified-switch">
              {text.certified}
            </Switch>
          </div>
        )}
      </div>
      {rows.length > 0 && (
        <VirtualGrid
          key={wallets.key}
          label={text.listLabel}
          items={rows}
          keyOf={(row) => row.id}
          total={total ?? rows.length}
          onNearEnd={wallets.onNearEnd}
          testId="wallet-list"
        >
          {(row, focus) => <WalletCard row={row} focus={focus} />}
        </VirtualGrid>
      )}
      {isLoading && <Skeleton kind="tile" count={missingRows * perRow} />}
      {error !== undefined && (
        <Notice
          tone="warn"
          title={text.failedTitle}
          urgent
          testId="wallet-list-failed"
          action={
            <Button variant="secondary" size="small" onClick={wallets.retry}>
              {text.tryAgain}
            </Button>
          }
        >
          {getErrorText(error)}
        </Notice>
      )}
      {rows.length === 0 && !isLoading && error === undefined && (
        <Stack gap={8}>
          <Empty title={text.emptyTitle} testId="no-wallet-found">
            {text.emptyText}
          </Empty>
          {config.pairing && (
            <Button variant="secondary" icon={QrIcon} onClick={() => selectWallet({})}>
              {text.showCode}
            </Button>
          )}
        </Stack>
      )}
    </div>
  )
}

type WalletCardProps = { readonly row: WalletRow; readonly focus: CellFocus }

/** One wallet in the grid. */
function WalletCard({ row, focus }: WalletCardProps) {
  const choose = useChooseWallet()
  const isBlocked = row.blocked !== undefined
  const isInstalled = row.badge === 'installed'
  return (
    <button
      {...focus}
      type="button"
      className="wallet-card"
      aria-disabled={isBlocked || undefined}
      title={row.name}
      data-testid={`wallet-search-item-${row.id}`}
      onClick={isBlocked ? undefined : () => choose(row)}
    >
      <span className="wallet-card-image">
        <WalletImage name={row.name} src={row.image} />
        {row.isCertified && (
          <span className="wallet-card-seal">
            <CheckIcon size={12} />
          </span>
        )}
      </span>
      <span className={isInstalled ? 'wallet-card-name wallet-card-short' : 'wallet-card-name'}>
        {row.name}
      </span>
      {isInstalled && <span className="wallet-card-badge">{connectText.badges.installed}</span>}
      {row.isCertified && (
        <span className="visually-hidden">{pairingText.allWallets.isCertified}</span>
      )}
    </button>
  )
}
