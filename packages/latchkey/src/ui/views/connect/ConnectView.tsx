import type { ConnectMethod } from '../../../core/config/features.js'
import { offeredMethods } from '../../../core/connectMethods.js'
import * as connectText from '../../../core/text/connect.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { useStore, useStores } from '../../hooks/useStore.js'
import { WalletIcon } from '../../icons/index.js'
import { Button } from '../../parts/button/Button.js'
import { Empty } from '../../parts/empty/Empty.js'
import { LegalCheckbox, LegalFooter, useLegal } from '../../parts/legal/Legal.js'
import { Notice } from '../../parts/notice/Notice.js'
import { Stack } from '../../parts/stack/Stack.js'
import { LoginPart } from './LoginPart.js'
import { useWalletList } from './useWalletList.js'
import { WalletRows } from './WalletRows.js'

/** The first view: every way to connect here. */
export function ConnectView() {
  return <Methods offered={useStores(['settings', 'registry'], offeredMethods)} />
}

/** All wallets, where the first view shows a single button for them. */
export function ConnectWalletsView() {
  return <Methods offered={['wallet']} />
}

function Methods({ offered }: { readonly offered: readonly ConnectMethod[] }) {
  const { rows, pending, allCount } = useWalletList()
  const legal = useLegal()
  const { agreeToTerms } = useActions()
  const { hasAgreed, features } = useStore(useWidget().stores.settings, (state) => state)
  const disabled = legal.way === 'tick' && !hasAgreed
  const isEmpty = rows.length === 0 && pending === 0 && allCount === 0
  const isAlone = offered.length === 1
  const isCollapsed = !isAlone && (features.collapseWallets || !features.emailShowWallets)
  /** Where the list of wallets stands among the methods. */
  const list = isCollapsed ? -1 : offered.indexOf('wallet')
  const hasList = list >= 0 && !isEmpty
  return (
    <Stack gap={16} testId="w3m-connect-scroll-view">
      {legal.way === 'tick' && (
        <LegalCheckbox
          links={legal.links}
          checked={hasAgreed}
          onChange={(agreed) => agreeToTerms({ agreed })}
        />
      )}
      <LoginPart
        methods={offered.slice(0, Math.max(list, 0))}
        wallets={hasList ? 'below' : undefined}
        disabled={disabled}
      />
      {hasList && (
        <WalletRows rows={rows} pending={pending} allCount={allCount} disabled={disabled} />
      )}
      {isEmpty && isAlone && <NoWallets />}
      <LoginPart
        methods={offered.slice(list + 1)}
        wallets={hasList ? 'above' : undefined}
        disabled={disabled}
      />
      {hasList && rows.some((row) => row.blocked === 'paired') && (
        <Notice tone="info" title={connectText.connect.pairedTitle}>
          {connectText.connect.pairedText}
        </Notice>
      )}
      {legal.way === 'footer' && <LegalFooter links={legal.links} />}
    </Stack>
  )
}

function NoWallets() {
  const { config } = useWidget()
  const { navigate, selectWallet } = useActions()
  const { emptyTitle, emptyText, emptyAction, emptyCode } = connectText.connect
  return (
    <Stack gap={8}>
      <Empty title={emptyTitle} icon={WalletIcon}>
        {emptyText}
      </Empty>
      <Button onPress={() => navigate({ view: 'GetWallet', params: undefined })}>
        {emptyAction}
      </Button>
      {config.pairing && config.walletsEnabled && (
        <Button variant="quiet" onPress={() => selectWallet({})}>
          {emptyCode}
        </Button>
      )}
    </Stack>
  )
}
