import type { ConnectMethod } from '../../../core/config/features.js'
import { getConnectMethods } from '../../../core/login/login.js'
import { useWidget } from '../../hooks/context.js'
import { useStore, useStores } from '../../hooks/useStore.js'
import { afterPaint, Lazy, lazyComponent } from '../../parts/Lazy.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { Stack } from '../../parts/Stack.js'
import { useLegal } from '../../parts/useLegal.js'
import { useWalletList } from './useWalletList.js'
import { WalletRows } from './WalletRows.js'

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

/** The first view: all connection methods. */
export function ConnectView() {
  return <Methods offered={useStores(['settings', 'registry'], getConnectMethods)} />
}

/** The wallet list, if Connect shows a single button for it. */
export function ConnectWalletsView() {
  return <Methods offered={['wallet']} />
}

function Methods({ offered }: { readonly offered: readonly ConnectMethod[] }) {
  const { config, stores } = useWidget()
  const { rows, pending, allCount } = useWalletList()
  const legal = useLegal()
  const features = useStore(stores.settings, (state) => state.features)
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
    </Stack>
  )
}
