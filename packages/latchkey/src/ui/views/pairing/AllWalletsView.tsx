import { Button } from '@latchkey/parts/Button'
import { CheckIcon, QrIcon } from '@latchkey/parts/icons'
import { Notice } from '@latchkey/parts/Notice'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { getErrorText } from '../../../core/runtime/errors/interface.js'
import * as connectText from '../../../core/text/connect.js'
import * as pairingText from '../../../core/text/pairing.js'
import {
  getSearchResult,
  getSearchRows,
  listWallets,
  searchWallets,
} from '../../../core/wallets/actions/searchWallets.js'
import {
  getAllWalletCount,
  getAllWalletRows,
  type WalletRow,
} from '../../../core/wallets/walletList.js'
import { useActions, useModalContext, useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { Empty } from '../../parts/Empty.js'
import { IconButton } from '../../parts/IconButton.js'
import { WalletImage } from '../../parts/Picture.js'
import { SearchInput } from '../../parts/SearchInput.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { Stack } from '../../parts/Stack.js'
import { type CellFocus, VirtualGrid } from '../../parts/virtual-grid/VirtualGrid.js'
import { useChooseWallet, useWalletListInput } from '../connect/useWalletList.js'

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

type SwitchProps = {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** The label. */
  readonly children: ReactNode
  readonly testId?: string | undefined
}

function Switch({ checked, onChange, children, testId }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={checked}
      data-testid={testId}
      onClick={() => onChange(!checked)}
    >
      <span>{children}</span>
      <span className="switch-track">
        <span className="switch-thumb" />
      </span>
    </button>
  )
}

type AllWallets = {
  readonly rows: readonly WalletRow[]
  /** Changes with the list, so that a new list starts at the top. */
  readonly key: string
  /** Number of all wallets, once known. */
  readonly total: number | undefined
  readonly isLoading: boolean
  readonly error: unknown
  readonly retry: () => void
  readonly onNearEnd: (isNear: boolean) => void
}

/** The directory, loaded page by page while scrolling, or the search result. */
function useAllWallets(search: string, certified: boolean): AllWallets {
  const { widget, embedded } = useModalContext()
  const { config, stores } = widget
  const input = useWalletListInput()
  const { directory } = input.registry
  const hasDirectory = config.providerUrl !== undefined
  const wanted = search.trim()
  const isSearch = wanted !== '' || certified
  const searchesDirectory = isSearch && hasDirectory

  const list = useAction(listWallets, { quiet: true })
  const find = useAction(searchWallets, { quiet: true })
  const { run: startFinding, reset: stopFinding } = find
  useEffect(() => {
    if (searchesDirectory) startFinding({ search: wanted, certified })
    else stopFinding()
  }, [searchesDirectory, wanted, certified, startFinding, stopFinding])

  const found = searchesDirectory
    ? getSearchResult(input, { search: wanted, certified })
    : undefined
  const isFinding = searchesDirectory && found === undefined
  const read = isSearch ? found : directory
  const hasMore = hasDirectory && read?.nextPage !== undefined
  const isUnread = hasDirectory && !isSearch && directory === undefined
  const action = searchesDirectory ? find : list
  const load = () => (searchesDirectory ? find.run({ search: wanted, certified }) : list.run())
  const isNearEnd = useRef(true)
  /** Loads pages until the list is longer than the visible part. */
  function readOn() {
    const isShown = embedded || stores.modal.get().isOpen
    if (!isShown || !isNearEnd.current || action.status !== 'idle') return
    if (hasMore || isUnread) load()
  }
  useEffect(readOn)

  const rows = useMemo(
    () =>
      isSearch ? getSearchRows(input, { search: wanted, certified }) : getAllWalletRows(input),
    [input, isSearch, wanted, certified],
  )

  const foundCount = isFinding ? undefined : Math.max(rows.length, found?.count ?? 0)
  const error = action.status === 'failed' ? action.error : undefined
  const isUnknown = error !== undefined && rows.length === 0
  return {
    rows,
    key: `${wanted}:${certified}`,
    total: isUnknown ? undefined : isSearch ? foundCount : getAllWalletCount(input),
    isLoading: error === undefined && (isFinding || hasMore || isUnread),
    error,
    retry: load,
    onNearEnd(isNear) {
      const wasNear = isNearEnd.current
      isNearEnd.current = isNear
      // Scrolling re-renders the grid, but not this view.
      if (isNear && !wasNear) readOn()
    },
  }
}
