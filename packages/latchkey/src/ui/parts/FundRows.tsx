import { ListRow, RowIcon } from '@latchkey/parts/ListRow'
import * as fundText from '../../core/text/fund.js'
import { useActions, useWidget } from '../hooks/context.js'
import { useOpenBuy, useOpenDeposit } from '../hooks/useAccountActions.js'
import { useStore } from '../hooks/useStore.js'
import { CardIcon, ExchangeIcon, ReceiveIcon } from '../icons/lazyIcons.js'
import { Badge } from './Badge.js'

type FundRowsProps = {
  /** What the test ids of the titles begin with. */
  readonly testIds: 'w3m-account' | 'wallet-features'
}

/** The ways to add funds that are on; nothing without any. */
export function FundRows({ testIds }: FundRowsProps) {
  const { stores } = useWidget()
  const { navigate } = useActions()
  const openBuy = useOpenBuy()
  const openDeposit = useOpenDeposit()
  const canReceive = useStore(stores.settings, ({ features }) => features.receive)
  const text = fundText.ways
  return (
    <>
      {openBuy && (
        <ListRow
          image={<RowIcon icon={CardIcon} tone="accent" />}
          title={<span data-testid={`${testIds}-onramp-button`}>{text.buy}</span>}
          subtitle={text.buyText}
          trailing={<Badge tone="accent">{text.popular}</Badge>}
          chevron
          testId="buy-crypto"
          onClick={() => openBuy()}
        />
      )}
      {canReceive && (
        <ListRow
          image={<RowIcon icon={ReceiveIcon} tone="accent" />}
          title={<span data-testid={`${testIds}-receive-button`}>{text.receive}</span>}
          subtitle={text.receiveText}
          chevron
          testId="receive-funds"
          onClick={() => navigate({ view: 'WalletReceive', params: undefined })}
        />
      )}
      {openDeposit && (
        <ListRow
          image={<RowIcon icon={ExchangeIcon} tone="accent" />}
          title={text.deposit}
          subtitle={text.depositText}
          chevron
          testId="wallet-features-deposit-from-exchange-button"
          onClick={openDeposit}
        />
      )}
    </>
  )
}
