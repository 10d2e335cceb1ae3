import { GridIcon, QrIcon } from '@latchkey/parts/icons'
import { ListRow, RowIcon } from '@latchkey/parts/ListRow'
import { useState } from 'react'
import type { ConnectMethod } from '../../../core/config/features.js'
import { getConnectMethods } from '../../../core/login/login.js'
import * as connectText from '../../../core/text/connect.js'
import type { WalletRow } from '../../../core/wallets/walletList.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { useStore, useStores } from '../../hooks/useStore.js'
import { Badge } from '../../parts/Badge.js'
import { afterPaint, Lazy, lazyComponent } from '../../parts/Lazy.js'
import { WalletImage } from '../../parts/Picture.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { RowList, Stack } from '../../parts/Stack.js'
import { useLegal } from '../../parts/useLegal.js'
import { useChooseWallet, useWalletList } from './useWalletList.js'

const load = () =>
  afterPaint().then(() => import('../../../features/login/views/sections/index.js'))

/** Heights of a row and of dividers, including the gap. */
const rowHeight = 64
const outerDivider = 44
const innerDivider = 52

type LoginPartProps = {
  /** Wallets are one button among them. */
  readonly methods: readonly ConnectMethod[]
  /** On which side the wallet list is, if there is one. */
  readonly wallets: 'above' | 'below' | undefined
  readonly disabled: boolean
}

/** Log-in methods, loaded after the first paint into a space of their height. */
function LoginMethods(params: LoginPartProps) {
  const { methods, wallets } = params
  const { settings } = useWidget().stores
  const hasMarks = useStore(settings, ({ remoteFeatures: { socials } }) => socials && !!socials[2])
  if (!methods[0]) return null
  const rows = methods.length + (methods.includes('social') && hasMarks ? 1 : 0)
  const dividers = wallets ? outerDivider : methods.includes('wallet') ? innerDivider : 0
  return (
    <div
      style={{
        display: 'grid',
        alignContent: wallets === 'above' ? 'end' : 'start',
        minBlockSize: rows * rowHeight - 8 + dividers,
      }}
    >
      <Lazy load={load} params={params} pending={<Skeleton kind="row" count={rows} />} />
    </div>
  )
}

/** Parts that few sites and visitors need. */
const asides = () => import('./asides.js')
const legalTerms = lazyComponent(asides, (views) => views.Legal)
const noWallets = lazyComponent(asides, (views) => views.NoWallets)
const walletGuide = lazyComponent(asides, (views) => views.WalletGuide)
const pairedNotice = lazyComponent(asides, (views) => views.PairedNotice)
const branding = lazyComponent(asides, (views) => views.Branding)

/** The first view: all connection methods. */
export function ConnectView() {
  return <Methods offered={useStores(['settings', 'registry'], getConnectMethods)} />
}

/** The wallet list, if Connect shows a single button for it. */
export function ConnectWalletsView() {
  return <Methods offered={['wallet']} />
}

function Methods({ offered }: { readonly offered: readonly ConnectMethod[] }) {
  const { config, ports, stores } = useWidget()
  const { rows, pending, allCount } = useWalletList()
  const legal = useLegal()
  const { features, remoteFeatures } = useStore(stores.settings, (state) => state)
  // Kept while the view is open, so that nothing moves when the provider turns it off.
  const [mayHaveBranding] = useState(ports.provider && remoteFeatures.reownBranding)
  const disabled = legal.isPending
  const isEmpty = rows.length === 0 && pending === 0 && allCount === 0
  const isAlone = offered.length === 1
  const isCollapsed = !isAlone && (features.collapseWallets || !features.emailShowWallets)
  /** The index of the wallet list among the methods. */
  const list = isCollapsed ? -1 : offered.indexOf('wallet')
  const hasList = list >= 0 && !isEmpty
  const terms = <Lazy load={legalTerms} params={legal} pending={<p className="legal-place" />} />
  return (
    <Stack gap={16} testId="w3m-connect-scroll-view">
      {legal.way === 'tick' && terms}
      <LoginMethods
        methods={offered.slice(0, Math.max(list, 0))}
        wallets={hasList ? 'below' : undefined}
        disabled={disabled}
      />
      {hasList && (
        <WalletRows rows={rows} pending={pending} allCount={allCount} disabled={disabled} />
      )}
      {isEmpty && isAlone && list === 0 && <Lazy load={noWallets} />}
      <LoginMethods
        methods={offered.slice(list + 1)}
        wallets={hasList ? 'above' : undefined}
        disabled={disabled}
      />
      {hasList && rows.some((row) => row.blocked === 'paired') && (
        <Lazy load={pairedNotice} pending={<span />} />
      )}
      {config.walletGuide && config.walletsEnabled && !isAlone && (
        <Lazy load={walletGuide} pending={<div style={{ blockSize: 44 }} />} />
      )}
      {legal.way === 'footer' && terms}
      {mayHaveBranding && <Lazy load={branding} pending={<p className="legal-place" />} />}
    </Stack>
  )
}

type WalletRowsProps = {
  readonly rows: readonly WalletRow[]
  /** Number of rows still loading. */
  readonly pending: number
  /** Number of wallets in AllWallets; undefined if unknown. With 0 there is no entry. */
  readonly allCount: number | undefined
  /** The terms are not accepted yet. */
  readonly disabled: boolean
}

function WalletRows({ rows, pending, allCount, disabled }: WalletRowsProps) {
  const choose = useChooseWallet()
  const { navigate, recordEvent } = useActions()
  return (
    <RowList label={connectText.connect.walletList}>
      {rows.map((row) => (
        <li key={row.id} data-testid={groupTestId(row)}>
          <ListRow
            image={<RowImage row={row} />}
            title={row.name}
            trailing={row.badge && <Badge>{connectText.badges[row.badge]}</Badge>}
            disabled={disabled || row.blocked !== undefined}
            testId={row.testId}
            onClick={() => choose(row)}
          />
        </li>
      ))}
      {pending > 0 && (
        <li>
          <Skeleton kind="row" count={pending} />
        </li>
      )}
      {allCount !== 0 && (
        <li>
          <ListRow
            image={<RowIcon icon={GridIcon} />}
            title={connectText.connect.allWallets}
            trailing={allCount && <Badge>{roundedCount(allCount)}</Badge>}
            disabled={disabled}
            testId="all-wallets"
            onClick={() => {
              recordEvent({ event: 'CLICK_ALL_WALLETS' })
              navigate({ view: 'AllWallets', params: undefined })
            }}
          />
        </li>
      )}
    </RowList>
  )
}

/** Featured wallets and those of the site's connectors can be found by their group too. */
function groupTestId({ group, id }: WalletRow): string | undefined {
  return group === 'featured' || group === 'external' ? `wallet-selector-${group}-${id}` : undefined
}

function RowImage({ row }: { readonly row: WalletRow }) {
  if (row.group === 'walletConnect' && row.image === undefined) return <RowIcon icon={QrIcon} />
  return <WalletImage name={row.name} src={row.image} />
}

/** Exact below ten, then rounded down to tens with a plus. */
function roundedCount(count: number): string {
  if (count < 10) return String(count)
  const tens = count - (count % 10)
  return tens === count ? String(count) : `${tens}+`
}
