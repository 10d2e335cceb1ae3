import * as connectText from '../../../core/text/connect.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { useStore } from '../../hooks/useStore.js'
import { WalletIcon } from '../../icons/index.js'
import { Button } from '../../parts/button/Button.js'
import { Empty } from '../../parts/empty/Empty.js'
import { Notice } from '../../parts/notice/Notice.js'
import { Stack } from '../../parts/stack/Stack.js'
import { LegalCheckbox, LegalFooter, useLegal } from './Legal.js'
import { useWalletList } from './useWalletList.js'
import { WalletRows } from './WalletRows.js'

/** The first view: every wallet the visitor can connect here. */
export function ConnectView() {
  const { rows, pending, allCount } = useWalletList()
  const legal = useLegal()
  const { agreeToTerms } = useActions()
  const hasAgreed = useStore(useWidget().stores.settings, (state) => state.hasAgreed)
  const isEmpty = rows.length === 0 && pending === 0 && allCount === 0
  return (
    <Stack gap={16} testId="w3m-connect-scroll-view">
      {legal.way === 'tick' && (
        <LegalCheckbox
          links={legal.links}
          checked={hasAgreed}
          onChange={(agreed) => agreeToTerms({ agreed })}
        />
      )}
      {isEmpty ? (
        <NoWallets />
      ) : (
        <WalletRows
          rows={rows}
          pending={pending}
          allCount={allCount}
          disabled={legal.way === 'tick' && !hasAgreed}
        />
      )}
      {rows.some((row) => row.blocked === 'paired') && (
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
