import * as fundText from '../../../core/text/fund.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useOpenBuy, useOpenDeposit } from '../../../ui/hooks/useAccountActions.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { Empty } from '../../../ui/parts/Empty.js'
import { FundRows } from '../../../ui/parts/FundRows.js'
import { Stack } from '../../../ui/parts/Stack.js'

/** Public surface §4.11: the ways to add funds. */
export function FundWalletView() {
  const { stores } = useWidget()
  const canReceive = useStore(stores.settings, ({ features }) => features.receive)
  const hasWay = [useOpenBuy(), useOpenDeposit(), canReceive || undefined].some(Boolean)
  const { none, noneText } = fundText.ways
  if (!hasWay) return <Empty title={none}>{noneText}</Empty>
  return (
    <Stack gap={8}>
      <FundRows testIds="wallet-features" />
    </Stack>
  )
}
